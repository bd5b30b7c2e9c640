import { askedColumn, type Tx } from '@pacioli/db'
import type { Task, TaskStatus } from './task.ts'

type Row = {
  business_id: string
  id: string
  external_id: string | null
  title: string
  question: string | null
  status: TaskStatus
  effective_at: Date
  user_response: string | null
  responded_at: Date | null
  completed_at: Date | null
  document_ids: string[]
  memo: string | null
  metadata: string | null
  reference_number: string | null
  version: string
  created_at: Date
  updated_at: Date
}

const SELECTED = `
  t.business_id, t.id, t.external_id, t.title, t.question, t.status, t.effective_at, t.user_response, t.responded_at,
  t.completed_at, t.document_ids, t.memo, t.metadata::text AS metadata, t.reference_number, t.version, t.created_at,
  t.updated_at`

const toTask = (row: Row): Task => ({
  businessId: row.business_id,
  id: row.id,
  externalId: row.external_id,
  title: row.title,
  question: row.question,
  status: row.status,
  effectiveAt: row.effective_at,
  userResponse: row.user_response,
  respondedAt: row.responded_at,
  completedAt: row.completed_at,
  documentIds: row.document_ids,
  memo: row.memo,
  metadata: row.metadata,
  referenceNumber: row.reference_number,
  version: Number(row.version),
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

/** By id, in the order asked; unknown ones are left out. Who asks has made sure that these are UUIDs. */
export async function loadTasks(tx: Tx, businessId: string, ids: readonly string[]): Promise<Task[]> {
  const rows = await tx.rows<Row>(
    `SELECT ${SELECTED} FROM tasks t WHERE t.business_id = $1 AND t.id = ANY ($2::uuid[])`,
    [businessId, [...ids]],
  )
  const tasks = new Map(rows.map((row) => [row.id, toTask(row)]))
  return ids.flatMap((id) => tasks.get(id) ?? [])
}

/** Held until the transaction ends: whoever decides about it next sees what becomes of it here. */
export async function lockTask(tx: Tx, businessId: string, id: string): Promise<Task | undefined> {
  const row = await tx.row<Row>(
    `SELECT ${SELECTED} FROM tasks t WHERE t.business_id = $1 AND t.id = $2 FOR NO KEY UPDATE`,
    [businessId, id],
  )
  return row && toTask(row)
}

export async function findTaskByExternalId(tx: Tx, businessId: string, externalId: string): Promise<Task | undefined> {
  const row = await tx.row<Row>(`SELECT ${SELECTED} FROM tasks t WHERE t.business_id = $1 AND t.external_id = $2`, [
    businessId,
    externalId,
  ])
  return row && toTask(row)
}

const NAMED = `
  external_id, title, question, status, effective_at, user_response, responded_at, completed_at, document_ids, memo,
  metadata, reference_number, version, updated_at`

const columnsOf = (task: Task): unknown[] => [
  task.businessId,
  task.id,
  task.externalId,
  task.title,
  task.question,
  task.status,
  task.effectiveAt,
  task.userResponse,
  task.respondedAt,
  task.completedAt,
  [...task.documentIds],
  task.memo,
  task.metadata,
  task.referenceNumber,
  task.version,
  task.updatedAt,
]

/** Whether it could be: its external_id may be taken, also by a request that is waited for. */
export async function insertTask(tx: Tx, task: Task): Promise<boolean> {
  const row = await tx.row(
    `INSERT INTO tasks (business_id, id, ${NAMED}, created_at, asked)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11::uuid[], $12, $13::jsonb, $14, $15, $16, $17, $18::jsonb)
     ON CONFLICT (business_id, external_id) WHERE external_id IS NOT NULL DO NOTHING RETURNING id`,
    [...columnsOf(task), task.createdAt, ...askedColumn([task])],
  )
  return row !== undefined
}

/** Writes a task that is held. An external_id that is taken violates `tasks_external_id`. */
export async function updateTask(tx: Tx, task: Task): Promise<void> {
  await tx.rows(
    `UPDATE tasks SET (${NAMED})
          = ($3, $4, $5, $6, $7, $8, $9, $10, $11::uuid[], $12, $13::jsonb, $14, $15, $16)
      WHERE business_id = $1 AND id = $2`,
    columnsOf(task),
  )
}

/** How many wait for the user. By an index of these alone: those that are done do not count, nor cost. */
export async function countTasksForTheUser(tx: Tx, businessId: string): Promise<number> {
  const row = await tx.row<{ count: string }>(
    `SELECT count(*) AS count FROM tasks WHERE business_id = $1 AND status IN ('TODO', 'ASSIGNED')`,
    [businessId],
  )
  return Number(row?.count ?? 0)
}
