import type { Tx } from '@pacioli/db'
import { asked, jsonText, listOf, safeInteger, table, text, timestamp, uuid } from '@pacioli/db/table'
import type { Task, TaskStatus } from './task.ts'

const tasks = table('tasks', ['businessId', 'id'], {
  businessId: uuid,
  id: uuid,
  externalId: text.orNull,
  title: text,
  question: text.orNull,
  status: text.as<TaskStatus>(),
  effectiveAt: timestamp,
  userResponse: text.orNull,
  respondedAt: timestamp.orNull,
  completedAt: timestamp.orNull,
  documentIds: listOf(uuid),
  memo: text.orNull,
  metadata: jsonText.orNull,
  referenceNumber: text.orNull,
  version: safeInteger,
  createdAt: timestamp.once,
  updatedAt: timestamp,
  asked,
})

/** By id, in the order given; unknown ones are left out. The caller has checked that these are UUIDs. */
export async function loadTasks(tx: Tx, businessId: string, ids: readonly string[]): Promise<Task[]> {
  const rows = await tasks.rows(tx, 't.business_id = $1 AND t.id = ANY ($2::uuid[])', [businessId, [...ids]])
  const found = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => found.get(id) ?? [])
}

/** A page of all tasks in the order of their ids; null begins it. */
export const loadTasksAfter = (tx: Tx, after: string | null, limit: number): Promise<Task[]> =>
  tasks.after(tx, tx.businessId, after, limit)

/** Locked until the transaction ends: the next decision about it sees the outcome of this one. */
export const lockTask = (tx: Tx, businessId: string, id: string): Promise<Task | undefined> =>
  tasks.row(tx, `t.business_id = $1 AND t.id = $2 ${tx.locking('FOR NO KEY UPDATE')}`, [businessId, id])

export const findTaskByExternalId = (tx: Tx, businessId: string, externalId: string): Promise<Task | undefined> =>
  tasks.row(tx, 't.business_id = $1 AND t.external_id = $2', [businessId, externalId])

/** Whether it was inserted: its external_id may be taken, also by a concurrent request, which is waited for. */
export async function insertTask(tx: Tx, task: Task): Promise<boolean> {
  const onConflict = '(business_id, external_id) WHERE external_id IS NOT NULL DO NOTHING'
  return (await tasks.insert(tx, {}, [task], { onConflict, returning: ['id'] })).length > 0
}

/** Writes a locked task. An external_id that is taken violates `tasks_external_id`. */
export async function updateTask(tx: Tx, task: Task): Promise<void> {
  await tasks.update(tx, {}, [task])
}

/** How many wait for the user. From an index of these alone: completed tasks neither count nor cost. */
export const countTasksForTheUser = (tx: Tx, businessId: string): Promise<number> =>
  tx.count(`SELECT count(*) FROM tasks WHERE business_id = $1 AND status IN ('TODO', 'ASSIGNED')`, [businessId])
