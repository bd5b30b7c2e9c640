/** The work: logs and their seals, then the sums and what the services say of themselves. */
import { claimOf, endsWith, placeOf, unlikeItsNote, type Claim } from './claim.ts'
import { Closings } from './closings.ts'
import { compareReports } from './compare-reports.ts'
import { Current } from './current.ts'
import type { Finding } from './finding.ts'
import { isRecord, type State } from './leaf.ts'
import { LogReader } from './log.ts'
import { verifyConsistency } from './merkle.ts'
import { fromBase64, type Key } from './note.ts'
import { SealsReader } from './seals.ts'
import { CouldNotLook, LOGS, type LogName, type Source } from './source.ts'
import { Sums } from './sums.ts'
import { Witnessed, type Witnessing } from './witnessed.ts'

/** A signed note that was kept, and what to call it. */
export type Kept = { name: string; note: string }

export type Options = {
  businessId: string
  /** The only ones that count, if there are any; else those that are published. */
  keys: readonly Key[]
  kept: readonly Kept[]
  /** None unless given. */
  witnessing?: Witnessing
  now: () => Date
  onProgress?: (log: LogName, leaves: number) => void
}

export type LogSummary = {
  log: LogName
  leaves: number
  sealed: number
  /** How many there are; undefined where the source has no list of them. */
  seals: number | undefined
  unsealed: number
  erased: number
  /** Things that are older than the history, and have not changed since. */
  unknown: number
  isWhole: boolean
}
export type Summary = { logs: LogSummary[]; left_out: string[] }

/** @param sums those of the leaves, which are added to @throws CouldNotLook */
export async function* verify(source: Source, options: Options, sums = new Sums()): AsyncGenerator<Finding, Summary> {
  const { businessId } = options
  const began = options.now()
  const keys = options.keys.length > 0 ? options.keys : publishedKeys(listOf(await source.keys(), 'keys of seals'))
  const latest = listOf(await source.latest(), 'seals/latest')
  const kept = LOGS.map(() => [] as Claim[])
  for (const { name, note } of options.kept) {
    const { claim, findings } = claimOf(name, note, keys, true)
    yield* findings
    const log = claim && LOGS.findIndex((one) => endsWith(claim.origin, businessId, one))
    if (log === -1) yield { problem: `${name}: it is of ${claim?.origin}, which is no log of this business` }
    if (claim && log !== undefined) kept[log]?.push(claim)
  }
  const logs: LogSummary[] = []
  for (const seal of latest)
    if (!isRecord(seal) || !LOGS.some((log) => log === seal.log))
      yield { problem: 'a latest seal is of no log that is known here' }
  for (const [nth, log] of LOGS.entries()) {
    const own = latest.filter(isRecord).filter((seal) => seal.log === log)
    logs.push(yield* verifyLog({ source, options, began, log, keys, sums, kept: kept[nth] ?? [] }, own))
  }
  const positions = logs.map(({ log, leaves }) => `${log.toLowerCase()}:${leaves}`).join(',')
  // The ledger's log begins with the business, so whoever hides its seal would otherwise pass with nothing looked at.
  if (logs[0]?.sealed === 0 && options.kept.length === 0)
    throw new CouldNotLook('LEDGER: there is no seal that can be read, so nothing is verified.')
  const unknown = logs
    .filter((one) => one.unknown > 0)
    .map((one) => `${one.unknown} things in ${one.log} that are older than its history`)
  // Reports are of a prefix of each log, which leaves with gaps or more between them are not.
  if (!logs.every(({ isWhole }) => isWhole))
    return { logs, left_out: [...unknown, 'reports, since the leaves are not whole'] }
  const moment = source.isMade && sums.lastRecordedAt ? new Date(sums.lastRecordedAt) : began
  return { logs, left_out: [...unknown, ...(yield* compareReports(source, sums, positions, moment))] }
}

/** @throws CouldNotLook */
function listOf(told: unknown, what: string): unknown[] {
  if (!Array.isArray(told)) throw new CouldNotLook(`${what}: expected a list.`)
  return told
}

/** A key that is published in a form that cannot be read signs nothing. */
const publishedKeys = (keys: readonly unknown[]): Key[] =>
  keys.flatMap((key) => {
    const publicKey = typeof key === 'string' ? fromBase64(key) : undefined
    return publicKey?.length === 32 ? [{ name: undefined, publicKey }] : []
  })

const NO_WITNESSES: Witnessing = { witnesses: [], lagSeconds: 0 }

type Work = {
  source: Source
  options: Options
  /** When the latest seals were asked for. */
  began: Date
  log: LogName
  keys: readonly Key[]
  sums: Sums
  kept: readonly Claim[]
}

async function* verifyLog(work: Work, latest: readonly State[]): AsyncGenerator<Finding, LogSummary> {
  const { source, log, sums, kept, options, began } = work
  const seal = yield* checkSeal(work, latest)
  const witnessed = new Witnessed(log, options.witnessing ?? NO_WITNESSES)
  const claims = seal ? [...kept, seal] : kept
  for (const claim of claims) for (const problem of witnessed.problemsOf(claim)) yield { log, problem }
  const sealed = seal?.size ?? 0
  const sizes = new Set(claims.map(({ size }) => size))
  const reader = new LogReader({ businessId: options.businessId, log, sealed, sizes, began, now: options.now })
  const closings = new Closings()
  const current = source.states && new Current(log)
  const list = source.allSeals?.(log)
  const seals =
    list && new SealsReader(list, claims, { businessId: options.businessId, log, keys: work.keys, witnessed })
  for await (const told of source.leaves(log)) {
    const { leaf, disclosed, findings } = reader.read(told)
    yield* findings
    yield* seals?.against(reader.tree) ?? []
    if (reader.isLost) break
    if (leaf) yield* sums.add(log, leaf)
    if (leaf) closings.add(log, leaf)
    if (leaf) current?.passed(leaf, disclosed)
    if (leaf) witnessed.passed(leaf)
    options.onProgress?.(log, reader.count)
  }
  yield* reader.end()
  yield* closings.findings(sums.isWhole && !reader.isLost)
  const unknown = current && !reader.isLost ? yield* current.findings(source, sums.isWhole) : 0
  yield* seals?.end(reader.count, sealed) ?? []
  yield* compareRoots(log, claims, reader)
  yield* witnessed.missing(sealed, began)
  for (const earlier of kept) if (seal && earlier.size < sealed) yield* proveContinuation(source, log, earlier, seal)
  return {
    log,
    leaves: reader.last,
    sealed,
    seals: seals?.count,
    unsealed: Math.max(0, reader.last - sealed),
    erased: reader.erased,
    unknown,
    isWhole: reader.last === reader.count && reader.last >= sealed,
  }
}

/** The latest seal of the log, against what is told of it and against those that were kept. */
async function* checkSeal(work: Work, seals: readonly State[]): AsyncGenerator<Finding, Claim | undefined> {
  const { log, keys, kept, options } = work
  const [told, ...others] = seals
  if (others.length > 0) yield { log, problem: `there are ${seals.length} latest seals` }
  if (!told) {
    for (const { name, size } of kept)
      yield { log, problem: `history was replaced: ${name} has a seal of ${size} leaves, and now there is none` }
    return undefined
  }
  const where = placeOf(told)
  const { claim, findings } = claimOf('the latest seal', told.note, keys, false)
  yield* findings.map((finding) => ({ log, ...where, ...finding }))
  if (!claim) return undefined
  for (const finding of unlikeItsNote(told, claim, options.businessId, log)) yield { ...where, ...finding }
  for (const { name, origin, size } of kept) {
    if (origin !== claim.origin) yield { log, problem: `the latest seal is of ${claim.origin}, ${name} of ${origin}` }
    if (size > claim.size)
      yield { log, problem: `history was replaced: the latest seal has ${claim.size} leaves, ${name} ${size}` }
  }
  return claim
}

/** Says between which positions the leaves differ, as far as smaller trees that fit tell. */
function* compareRoots(log: LogName, claims: readonly Claim[], { roots, count }: LogReader): Generator<Finding> {
  let fits = 0
  for (const { name, size, root, isKept } of [...claims].sort((one, other) => one.size - other.size)) {
    const found = size === 0 ? undefined : roots.get(size)
    if (size === 0 || found?.equals(root)) {
      fits = Math.max(fits, size)
      continue
    }
    const what = isKept ? `history was replaced: ${name}` : name
    yield found
      ? { log, problem: `${what}: positions ${fits + 1} to ${size} are not those that it has the root of` }
      : { log, problem: `${what}: it has the root of ${size} leaves, and there are ${count}` }
  }
}

/** The leaves prove it already; others have the proofs of the service alone, so these must hold too. */
async function* proveContinuation(source: Source, log: LogName, from: Claim, to: Claim): AsyncGenerator<Finding> {
  if (from.size === 0 || !source.consistency) return
  const told = await source.consistency(log, from.size, to.size).catch((error: unknown) => {
    if (error instanceof CouldNotLook) return error.message
    throw error
  })
  const proof = Array.isArray(told)
    ? told.map((hash) => (typeof hash === 'string' && fromBase64(hash)) || Buffer.alloc(0))
    : undefined
  if (!proof)
    yield {
      log,
      problem: `there is no proof that the latest seal continues ${from.name} of ${from.size} leaves${typeof told === 'string' ? `: ${told}` : ''}`,
    }
  else if (!verifyConsistency({ from: from.size, to: to.size, proof, fromRoot: from.root, toRoot: to.root }))
    yield { log, problem: `the proof that the latest seal continues ${from.name} of ${from.size} leaves does not hold` }
}
