/** The work on a bundle: everything that is checked over the network, and that its files say the same. */
import type { BundleReader } from './bundle-reader.ts'
import { BundleSource } from './bundle-source.ts'
import type { Finding } from './finding.ts'
import { EntriesByBasis } from './journals.ts'
import type { State } from './leaf.ts'
import { compareFiles, MANIFEST, manifestFrom, type Manifest } from './manifest.ts'
import { CouldNotLook } from './source.ts'
import { inAllLogs, StatesByType } from './states.ts'
import { Sums } from './sums.ts'
import { verify, type Options, type Summary } from './verify.ts'

/** @param options of any business unless one is named @throws CouldNotLook */
export async function* verifyBundle(
  bundle: BundleReader,
  options: Omit<Options, 'businessId'> & { businessId?: string | undefined },
): AsyncGenerator<Finding, Summary> {
  const source = new BundleSource(bundle)
  const manifest = manifestFrom(await source.json(MANIFEST))
  const { businessId = manifest.businessId } = options
  if (businessId !== manifest.businessId)
    throw new CouldNotLook(`${MANIFEST}: the bundle is of the business ${manifest.businessId}, not of ${businessId}.`)
  yield* compareFiles(bundle, manifest)
  const sums = new Sums()
  const summary = yield* verify(source, { ...options, businessId }, sums)
  for (const { log, leaves, sealed } of summary.logs) {
    const listed = manifest.positions[log]
    if (leaves !== listed || sealed !== listed)
      yield {
        file: MANIFEST,
        log,
        problem: `it says the log is there through ${listed}; ${leaves} leaves are, and ${sealed} are sealed`,
      }
  }
  const states = new StatesByType()
  const entries = new EntriesByBasis(manifest)
  for await (const newest of inAllLogs(source)) {
    states.add(newest)
    if (newest.type === 'business') yield* unlikeBusiness(manifest, newest.state)
    entries.add(newest)
  }
  yield* states.compare(source, manifest)
  yield* entries.compare(source, sums.figures)
  return summary
}

/** Days are those of the zone, and amounts of the currency, that the last leaf of the business says. */
function* unlikeBusiness(manifest: Manifest, { currency, time_zone }: State): Generator<Finding> {
  for (const [field, told, own] of [
    ['currency', manifest.currency, currency],
    ['time_zone', manifest.timeZone, time_zone],
  ])
    if (own !== undefined && told !== own)
      yield {
        file: MANIFEST,
        field: String(field),
        problem: `expected ${JSON.stringify(own)}, as the business has it, got ${JSON.stringify(told)}`,
      }
}
