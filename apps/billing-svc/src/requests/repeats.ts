/** Creates that come again with the external_id of something that is there. */
import { loadAsked, refuseOther, refuseReuse, type Repeat, type Tx } from '@pacioli/db'
import type { Problems } from '@pacioli/errors'
import { conflictingDuplicates, type CanonicalRequest } from '@pacioli/fields'

/** What is asked for, and where the request has it: with a dot at its end, or empty for the request itself. */
export type Named = { externalId: string | null; asked?: CanonicalRequest | undefined; field?: string }

const repeatOf = (id: string, { externalId, asked, field = '' }: Named): Repeat[] =>
  asked ? [{ id, externalId: externalId ?? '', canonicalRequest: asked, field }] : []

/** @throws ExternalIdReused where `id` was made by something else than what is wanted */
export const refuseOtherThan = (tx: Tx, table: string, businessId: string, id: string, wanted: Named): Promise<void> =>
  refuseReuse(tx, table, businessId, repeatOf(id, wanted))

/** The same for many, by their external ids. @throws ExternalIdReused, naming each */
export const refuseOthersThan = (
  tx: Tx,
  table: string,
  businessId: string,
  there: ReadonlyMap<string, string>,
  wanted: readonly Named[],
): Promise<void> =>
  refuseReuse(
    tx,
    table,
    businessId,
    wanted.flatMap((one) => {
      const id = one.externalId === null ? undefined : there.get(one.externalId)
      return id === undefined ? [] : repeatOf(id, one)
    }),
  )

/** How an operation names where something goes, which another one says otherwise or not at all. */
export type Forms = {
  /** What tells the one form from the other. */
  isFirst: (asked: CanonicalRequest) => boolean
  /** What both have in common. */
  common: readonly string[]
}

const only = (asked: CanonicalRequest, names: readonly string[]): CanonicalRequest =>
  Object.fromEntries(Object.entries(asked).filter(([name]) => names.includes(name)))

/**
 * The same for what can be made by two operations: made by the other one, it is compared as far as both say the same fields.
 * @throws ExternalIdReused
 */
export async function refuseOtherForm(
  tx: Tx,
  table: string,
  businessId: string,
  id: string,
  wanted: Named,
  { isFirst, common }: Forms,
): Promise<void> {
  const [repeat] = repeatOf(id, wanted)
  if (!repeat) return
  const then = (await loadAsked(tx, table, businessId, [id])).get(id)
  if (!then) return
  const isSame = isFirst(then) === isFirst(repeat.canonicalRequest)
  refuseOther(new Map([[id, isSame ? then : only(then, common)]]), [
    isSame ? repeat : { ...repeat, canonicalRequest: only(repeat.canonicalRequest, common) },
  ])
}

/** Adds DuplicateExternalId for elements of one request that have one external_id and say different things. */
export function refuseTwins(wanted: readonly Named[], problems: Problems): void {
  const named = wanted.flatMap(({ externalId, asked, field = '' }) =>
    asked ? [{ externalId, canonicalRequest: asked, field }] : [],
  )
  for (const { error_enum, description, meta } of conflictingDuplicates(named))
    problems.add(error_enum, description, meta)
}
