import { refuseReuse, writeOnce, type Tx } from '@pacioli/db'
import { canonicalRequestOf, type CanonicalRequest, type Defaults } from '@pacioli/fields'
import { refused } from '@pacioli/errors'
import type { CreateTaskRequest__Output, TaskAnswer } from '@pacioli/protos/reporting'
import type { BusinessWrite } from '@pacioli/rpc'
import { recordNewTask } from './record-task.ts'
import { documentIdsFrom, instantFrom, requireFewDocuments, requireVisible, statusFrom } from './task-inputs.ts'
import { toTaskMessage } from './task.messages.ts'
import { findTaskByExternalId } from './task.store.ts'
import { newTask, OPEN_STATUSES, type Task, type TaskDetails } from './task.ts'
import { requireBusinessOfTasks, requireOpen, type Tasks } from './tasks.ts'

/**
 * Creates a task for the user of the business; returns an existing one with the same external_id as it is.
 * @throws InvalidPayload, ExternalIdReused, BusinessNotFound, BusinessNotEnrolled, BusinessArchived, VersionConflict, ServiceUnavailable
 */
export async function createTask(
  tasks: Tasks,
  request: BusinessWrite,
  input: CreateTaskRequest__Output,
): Promise<TaskAnswer> {
  const business = await requireBusinessOfTasks(tasks, request)
  const externalId = input.external_id ?? null
  return writeOnce(tasks.db, request, tasks.now(), async (tx) => {
    requireOpen(business)
    const earlier = await findEarlier(tx, business.id, input)
    if (earlier) return { data: toTaskMessage(earlier), created: false }
    const now = tasks.now()
    const status = input.status === undefined ? 'TODO' : statusFrom(OPEN_STATUSES, input.status)
    const task = {
      ...newTask({ id: tasks.newId(), businessId: business.id }, detailsFrom(input, now), status, now),
      asked: externalId === null ? undefined : canonicalRequestFor(input),
    }
    if (await recordNewTask(tx, tasks, task)) return { data: toTaskMessage(task), created: true }
    const rival = await findEarlier(tx, business.id, input)
    if (rival) return { data: toTaskMessage(rival), created: false }
    throw refused('VersionConflict', 'The external_id went from one task to another meanwhile. Try again.', {
      field: 'external_id',
      value: externalId,
    })
  })
}

const DEFAULTS: Defaults = { status: 'TODO' }

const canonicalRequestFor = (input: CreateTaskRequest__Output): CanonicalRequest => canonicalRequestOf(input, DEFAULTS)

/** The task that has the external_id already. @throws ExternalIdReused */
async function findEarlier(tx: Tx, businessId: string, input: CreateTaskRequest__Output): Promise<Task | undefined> {
  const { external_id: externalId } = input
  if (externalId === undefined) return undefined
  const earlier = await findTaskByExternalId(tx, businessId, externalId)
  if (earlier)
    await refuseReuse(tx, 'tasks', [
      { id: earlier.id, externalId, canonicalRequest: canonicalRequestFor(input), field: '' },
    ])
  return earlier
}

/** @throws InvalidPayload */
function detailsFrom(input: CreateTaskRequest__Output, now: Date): TaskDetails {
  requireVisible(input.title, 'title')
  const documentIds = documentIdsFrom(input.document_ids)
  requireFewDocuments({ documentIds })
  return {
    externalId: input.external_id ?? null,
    title: input.title,
    question: input.question ?? null,
    effectiveAt: input.effective_at === undefined ? now : instantFrom(input.effective_at, 'effective_at'),
    documentIds,
    memo: input.memo ?? null,
    metadata: input.metadata ?? null,
    referenceNumber: input.reference_number ?? null,
  }
}
