/** Documents that requests name by id or by external_id: `bill_id` and `bill_external_id`, and so on. */
import type { Tx } from '@pacioli/db'
import { Problems, type ErrorEnum } from '@pacioli/errors'
import { isKeepable } from '@pacioli/paging'
import { isUuid } from '@pacioli/rpc'
import { findIdsByExternalId } from './document.store.ts'

type Ids = { id: string | undefined; externalId: string | undefined }

/** One kind of references: how requests spell them. */
export type ReferenceKind<Prefix extends string> = {
  prefix: Prefix
  table: string
  noun: string
  notFound: ErrorEnum
  /** Each has to be named, and an unknown external_id alone, if it can be seen, names one that is to be created. */
  canBeInline?: boolean
}

/** The names that a request may give. */
export type Reference<Prefix extends string> = {
  [Name in `${Prefix}_id` | `${Prefix}_external_id`]?: string | undefined
}

/** `field` is where the request has it, such as `allocations.3.`; empty where it is the request itself. */
type Placed<Prefix extends string> = { name: Reference<Prefix>; field: string }

type Spelt<Prefix extends string> = Pick<ReferenceKind<Prefix>, 'prefix'>

export const idsOf = <Prefix extends string>({ prefix }: Spelt<Prefix>, name: Reference<Prefix>): Ids => ({
  id: name[`${prefix}_id`],
  externalId: name[`${prefix}_external_id`],
})

/** The field that names the document, for refusals. */
export function referenceField<Prefix extends string>(kind: Spelt<Prefix>, { name, field }: Placed<Prefix>): string {
  const { id, externalId } = idsOf(kind, name)
  return `${field}${kind.prefix}_${id === undefined && externalId !== undefined ? 'external_id' : 'id'}`
}

/** The refusal where none is named. */
const expected = ({ prefix, noun }: ReferenceKind<string>): string =>
  `Expected the ${noun}, by ${prefix}_id or by ${prefix}_external_id.`

/**
 * The document that each reference names, in the order given, without locks. Undefined where it names none, or one that is
 * to be created (`canBeInline`). If both names are given, they must be of the same document.
 * @throws the kind's own NotFound, InvalidPayload; naming each
 */
export async function findReferenced<Prefix extends string, Document extends { id: string }>(
  tx: Tx,
  kind: ReferenceKind<Prefix>,
  requested: readonly Placed<Prefix>[],
  load: (tx: Tx, ids: readonly string[]) => Promise<Document[]>,
): Promise<(Document | undefined)[]> {
  const { prefix, noun, notFound, canBeInline = false } = kind
  const references = requested.map(({ name, field }) => ({ ...idsOf(kind, name), field }))
  const ids = references.flatMap(({ id }) => (id !== undefined && isUuid(id) ? [id.toLowerCase()] : []))
  // What cannot be in the database names nothing.
  const externalIds = references.flatMap(({ externalId }) => externalId ?? []).filter(isKeepable)
  const idOf = await findIdsByExternalId(tx, kind.table, externalIds)
  const documents = await load(tx, [...new Set([...ids, ...idOf.values()])])
  const byId = new Map(documents.map((document) => [document.id, document]))
  const problems = new Problems()
  const found = references.map(({ id, externalId, field: place }) => {
    const document = id === undefined ? undefined : byId.get(id.toLowerCase())
    const other = externalId === undefined ? undefined : byId.get(idOf.get(externalId) ?? '')
    const field = `${place}${prefix}_id`
    const otherField = `${place}${prefix}_external_id`
    const refuseUnknown = (where: string, value: string): void =>
      problems.add(notFound, `The business has no ${noun} ${value}.`, { field: where, value })
    if (id !== undefined && !document) refuseUnknown(field, id)
    if (externalId !== undefined && !other) {
      if (id !== undefined || !canBeInline) refuseUnknown(otherField, externalId)
      else if (!isKeepable(externalId) || externalId.trim() === '')
        problems.add(
          'InvalidPayload',
          `A ${noun} is created by an external_id of valid text with at least one character that can be seen.`,
          { field: otherField, value: externalId },
        )
    }
    if (id === undefined && externalId === undefined && canBeInline)
      problems.add('InvalidPayload', expected(kind), { field })
    if (document && other && document.id !== other.id)
      problems.add(
        'InvalidPayload',
        `${prefix}_id and ${prefix}_external_id are of different ${noun}s. Give one of them, or both of the same ${noun}.`,
        { field: otherField, value: externalId },
      )
    return document ?? other
  })
  problems.throwIfAny()
  return found
}

/**
 * The same where each has to name one, and no document comes twice: two allocations of one request to it could not be
 * distinguished.
 * @throws the kind's own NotFound, InvalidPayload; naming each
 */
export async function requireReferenced<Prefix extends string, Document extends { id: string }>(
  tx: Tx,
  kind: ReferenceKind<Prefix>,
  requested: readonly Placed<Prefix>[],
  load: (tx: Tx, ids: readonly string[]) => Promise<Document[]>,
): Promise<Document[]> {
  const found = await findReferenced(tx, kind, requested, load)
  const problems = new Problems()
  const seen = new Set<string>()
  const documents = requested.flatMap((one, index) => {
    const document = found[index]
    const field = referenceField(kind, one)
    if (!document) {
      problems.add('InvalidPayload', expected(kind), { field })
      return []
    }
    if (seen.has(document.id))
      problems.add(
        'InvalidPayload',
        `Each ${kind.noun} comes once in a request; this one came before. Add the amounts up.`,
        { field, value: document.id },
      )
    seen.add(document.id)
    return [document]
  })
  problems.throwIfAny()
  return documents
}
