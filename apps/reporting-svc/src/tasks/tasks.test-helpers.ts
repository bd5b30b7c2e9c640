/** Shared by the tests of tasks: use cases on a database of their own, and a ledger that knows who is enrolled. */
import { Database, type Tx } from '@pacioli/db'
import { refused } from '@pacioli/errors'
import { readEvent, type CloudEvent } from '@pacioli/events'
import type { CreateTaskRequest, RespondToTaskRequest, UpdateTaskRequest } from '@pacioli/protos/reporting'
import type { BusinessWrite } from '@pacioli/rpc'
import { newId } from '@pacioli/service'
import type { Business } from '../businesses/business.ts'
import { upsertBusinesses } from '../businesses/business.store.ts'
import { FIRST_MODEL } from '../read-models/models.ts'
import { reportingDatabase } from '../reporting.test-helpers.ts'
import { createTask } from './create-task.ts'
import { getTask } from './get-task.ts'
import { listTasks } from './list-tasks.ts'
import { respondToTask } from './respond-to-task.ts'
import { newLedgerAnswers, type Tasks } from './tasks.ts'
import { updateTask } from './update-task.ts'

export type TestTasks = Tasks & {
  relayDb: Database
  /** The business as the ledger has it, perhaps ahead of events; undefined while the ledger is down. */
  atLedger: Map<string, Business> | undefined
  /** How often the ledger was queried. */
  fetches: number
  close: () => Promise<void>
}

export async function startTestTasks(): Promise<TestTasks> {
  const database = await reportingDatabase()
  const relayDb = new Database({ url: database.relayUrl, applicationName: 'test relay', poolSize: 2 })
  const tasks: TestTasks = {
    db: database.app,
    relayDb,
    atLedger: new Map(),
    fetches: 0,
    ledger: {
      findBusiness: async ({ businessId = '' }) => {
        tasks.fetches += 1
        if (!tasks.atLedger) throw refused('ServiceUnavailable', 'The ledger is away.')
        return tasks.atLedger.get(businessId)
      },
    },
    ledgerAnswers: newLedgerAnswers(),
    now: () => new Date(),
    newId,
    notify: () => undefined,
    cursorKey: Buffer.alloc(32, 7),
    maxGathered: 10_000,
    close: async () => {
      await Promise.all([database.app.close(), relayDb.close()])
    },
  }
  return tasks
}

/** A business known from events, enrolled by default. */
export async function knownBusiness({ db }: Tasks, more: Partial<Business> = {}): Promise<Business> {
  const business: Business = {
    id: crypto.randomUUID(),
    clientId: crypto.randomUUID(),
    legalName: 'Lovelace',
    timeZone: 'UTC',
    currency: 'USD',
    defaultReportingBasis: null,
    activationAt: new Date('2026-01-01T00:00:00Z'),
    bookkeepingEnrolled: true,
    archivedAt: null,
    version: 1,
    ...more,
  }
  await db.transact({ businessId: business.id }, async (tx) => becomeKnown(tx, business))
  return business
}

/** The business is here as an event has it. */
export const becomeKnown = (tx: Tx, business: Business): void =>
  upsertBusinesses(tx, [{ businessId: business.id, eventId: 'event', recorded: null, business }], FIRST_MODEL)

export const requestOf = (
  { clientId, id }: Pick<Business, 'clientId' | 'id'>,
  key?: string,
  requestHash = 'h',
): BusinessWrite => ({
  clientId,
  businessId: id,
  idempotency: key === undefined ? undefined : { key, operation: 'test', requestHash },
  deadline: new Date(Date.now() + 30_000),
  markReplayed: () => undefined,
})

/** The use cases, in a form convenient for tests. */
export const tasksOf = (tasks: Tasks, business: Pick<Business, 'clientId' | 'id'>) => {
  const request = (key?: string, hash?: string) => requestOf(business, key, hash)
  const ofTask = (task_id: string) => ({ task_id })
  const create = (input: CreateTaskRequest = {}, key?: string, hash?: string) =>
    createTask(tasks, request(key, hash), {
      title: 'Receipt',
      ...withoutNull(input),
      document_ids: input.document_ids ?? [],
    })
  const update = (id: string, change: UpdateTaskRequest = {}, key?: string) =>
    updateTask(tasks, request(key), {
      ...ofTask(id),
      ...change,
      cleared: change.cleared ?? [],
    } as Parameters<typeof updateTask>[2])
  const respond = (id: string, response: string | RespondToTaskRequest, key?: string) => {
    const input = typeof response === 'string' ? { user_response: response } : response
    return respondToTask(tasks, request(key), { document_ids: [], ...ofTask(id), ...input } as Parameters<
      typeof respondToTask
    >[2])
  }
  return {
    create,
    update,
    respond,
    get: async (id: string) => (await getTask(tasks, request(), id)).data,
    made: async (input: CreateTaskRequest = {}) => {
      const { data } = await create(input)
      return { ...data, id: data?.id ?? '' }
    },
    list: (query: object = {}) =>
      listTasks(tasks, request(), {
        statuses: [],
        reference_numbers: [],
        page: null,
        ...query,
      }),
  }
}

const withoutNull = (input: object): object =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null))

/** The events of a task, by version. */
export async function announced({ relayDb }: TestTasks, id: string): Promise<CloudEvent[]> {
  const find = (node: Database) =>
    node.transact({}, (tx) =>
      tx.rows<{ event: string }>('SELECT event FROM events WHERE aggregate_id = $1 ORDER BY version', [id]),
    )
  const rows = await Promise.all((await relayDb.nodes()).map(find))
  return rows.flat().flatMap(({ event }) => readEvent(event) ?? [])
}
