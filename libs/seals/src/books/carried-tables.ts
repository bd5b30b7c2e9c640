/** What a service has of a business, table by table, as it goes into another installation with it. Pure. */

export type CarriedTable = {
  name: string
  /** Makes the order of the rows the same in every installation. */
  orderBy: readonly string[]
  /** Rows of the same value go in with one statement, which checks them together; all of the table where it is `*`. */
  together?: string
  /** Columns that are of the installation, and the columns whose value they have in another one to begin with. */
  instead?: Readonly<Record<string, string>>
  /** The column that names the business; `business_id` unless given. */
  of?: string
  /** Only the role of the intake may write it. */
  isOfIntake?: true
  /** Rows are added by themselves to books that have come in: whether these are whole, others say. */
  isAddedTo?: true
}

export type CarriedTables = {
  /** In the order in which they go in: what is referred to comes first. */
  tables: readonly CarriedTable[]
  /** Tables with rows of businesses that stay behind, and why. */
  leftBehind: Readonly<Record<string, string>>
}

/** A table whose order is that of its id. */
export const byId = (name: string, more: Omit<Partial<CarriedTable>, 'name'> = {}): CarriedTable => ({
  name,
  orderBy: ['id'],
  ...more,
})

/** The history of what a service owns, with its seals. */
export const HISTORY_TABLES: readonly CarriedTable[] = [
  { name: 'large_states', orderBy: ['event_id'] },
  { name: 'records', orderBy: ['position'], isOfIntake: true },
  { name: 'record_heads', orderBy: ['position'], isOfIntake: true },
]

export const SEAL_TABLES: readonly CarriedTable[] = [
  { name: 'seals', orderBy: ['size'] },
  { name: 'seal_blocks', orderBy: ['number'] },
  { name: 'seal_heads', orderBy: ['size'] },
  { name: 'seal_cosignatures', orderBy: ['size', 'witness'], isAddedTo: true },
]

/** What those leave behind that seal. */
export const LEFT_BY_SEALERS: Readonly<Record<string, string>> = {
  seal_witness_heads: 'a witness says itself how far it has cosigned the log of an installation',
}

/** What every service leaves behind. */
export const LEFT_BY_ALL: Readonly<Record<string, string>> = {
  audits: 'the books are audited anew',
  violations: 'the books are audited anew, and have to be right to come in',
  idempotency_keys: 'they are of the client of the other installation, and are forgotten after a day',
  outbox: 'what waits to be published is recorded already, and rows are what it leads to',
  event_queue: 'as the outbox',
  events: 'as the outbox',
}

/** What those leave behind that take in events. */
export const LEFT_BY_CONSUMERS: Readonly<Record<string, string>> = {
  ...LEFT_BY_ALL,
  parked_events: 'they are of the stream of the other installation',
}
