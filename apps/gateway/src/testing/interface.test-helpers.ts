/** Operations of the protos, for tests. */
import recorded from '../contract/examples.json' with { type: 'json' }
import { Interface } from '../contract/interface.ts'
import type { Schema } from '../contract/schema-writer.ts'

export const api = new Interface()

/** The schemas of an operation's body and query. */
export const bodySchemaOf = (id: string): Schema => api.bodySchema(api.contract.operation(id)) ?? {}
export const querySchemaOf = (id: string): Schema => api.querySchema(api.contract.operation(id)) ?? {}

type Recorded = typeof recorded

/** A body from the reference. */
export const exampleBody = recorded.postJournalEntry.body

/** The data of an answer in the reference. */
export const shownData = <Id extends keyof Recorded>(id: Id): Record<string, unknown> =>
  (recorded[id] as unknown as { 200: { data: Record<string, unknown> } })[200].data
