/** What the protos say of an operation, for tests of what becomes of it. */
import recorded from '../contract/examples.json' with { type: 'json' }
import { Interface } from '../contract/interface.ts'
import type { Schema } from '../contract/schema-writer.ts'

export const api = new Interface()

/** What a body, or a query, of the operation is held against. */
export const bodySchemaOf = (id: string): Schema => api.bodySchema(api.contract.operation(id)) ?? {}
export const querySchemaOf = (id: string): Schema => api.querySchema(api.contract.operation(id)) ?? {}

type Recorded = typeof recorded

/** A body that the reference shows. */
export const exampleBody = recorded.postJournalEntry.body

/** What the reference shows as the data of an answer. */
export const shownData = <Id extends keyof Recorded>(id: Id): Record<string, unknown> =>
  (recorded[id] as unknown as { 200: { data: Record<string, unknown> } })[200].data
