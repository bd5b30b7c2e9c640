/** Repeated creates: the external_id exists. */
import { loadAsked, refuseOther, refuseReuse, type Repeat, type Tx } from '@pacioli/db'
import type { Problems } from '@pacioli/errors'
import { conflictingDuplicates, type CanonicalRequest } from '@pacioli/fields'

/** A canonical request and its place in the request: with a trailing dot, or empty for the request itself. */
export type Named = { externalId: string | null; asked?: CanonicalRequest | undefined; field?: string }

const repeatOf = (id: string, { externalId, asked, field = '' }: Named): Repeat[] =>
  asked ? [{ id, externalId: externalId ?? '', canonicalRequest: asked, field }] : []

/** @throws ExternalIdReused where `id` was created by a different request */
export const refuseOtherThan = (tx: Tx, table: string, id: string, requested: Named): Promise<void> =>
  refuseReuse(tx, table, repeatOf(id, requested))

/** The same for many, by their external ids. @throws ExternalIdReused, naming each */
export const refuseOthersThan = (
  tx: Tx,
  table: string,
  existing: ReadonlyMap<string, string>,
  requested: readonly Named[],
): Promise<void> =>
  refuseReuse(
    tx,
    table,
    requested.flatMap((one) => {
      const id = one.externalId === null ? undefined : existing.get(one.externalId)
      return id === undefined ? [] : repeatOf(id, one)
    }),
  )

/** The forms in which two operations create the same kind of document. */
export type Forms = {
  /** Distinguishes the first form from the second. */
  isFirst: (asked: CanonicalRequest) => boolean
  /** Fields of both forms. */
  common: readonly string[]
}

const only = (asked: CanonicalRequest, names: readonly string[]): CanonicalRequest =>
  Object.fromEntries(Object.entries(asked).filter(([name]) => names.includes(name)))

/**
 * The same for a document that two operations can create: across operations, only common fields are compared.
 * @throws ExternalIdReused
 */
export async function refuseOtherForm(
  tx: Tx,
  table: string,
  id: string,
  requested: Named,
  forms?: Forms,
): Promise<void> {
  const [repeat] = repeatOf(id, requested)
  if (!repeat) return
  const then = (await loadAsked(tx, table, [id])).get(id)
  if (!then) return
  const isSame = !forms || forms.isFirst(then) === forms.isFirst(repeat.canonicalRequest)
  const common = (asked: CanonicalRequest): CanonicalRequest => (isSame ? asked : only(asked, forms.common))
  refuseOther(new Map([[id, common(then)]]), [{ ...repeat, canonicalRequest: common(repeat.canonicalRequest) }])
}

/** Adds DuplicateExternalId for different elements of one request with the same external_id. */
export function refuseDuplicates(requested: readonly Named[], problems: Problems): void {
  const named = requested.flatMap(({ externalId, asked, field = '' }) =>
    asked ? [{ externalId, canonicalRequest: asked, field }] : [],
  )
  for (const { error_enum, description, meta } of conflictingDuplicates(named))
    problems.add(error_enum, description, meta)
}
