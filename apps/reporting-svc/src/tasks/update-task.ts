import { refused } from '@pacioli/errors'
import type { TaskAnswer, UpdateTaskRequest__Output } from '@pacioli/protos/reporting'
import type { BusinessWrite } from '@pacioli/rpc'
import { changeTask } from './change-task.ts'
import { documentIdsFrom, instantFrom, requireFewDocuments, requireVisible, statusFrom } from './task-inputs.ts'
import { changedTask, TASK_STATUSES, type TaskDetails } from './task.ts'
import type { Tasks } from './tasks.ts'

/** Fields that can be cleared, by their public names. */
const CLEARED: Readonly<Record<string, Partial<TaskDetails>>> = {
  external_id: { externalId: null },
  question: { question: null },
  document_ids: { documentIds: [] },
  memo: { memo: null },
  metadata: { metadata: null },
  reference_number: { referenceNumber: null },
}

/**
 * Applies the team's changes to a task, including its status. Absent fields stay as they are.
 * @throws InvalidPayload, TaskTransitionNotPossible, TaskCompleted, and what `changeTask` throws
 */
export async function updateTask(
  tasks: Tasks,
  request: BusinessWrite,
  { task_id, ...input }: UpdateTaskRequest__Output,
): Promise<TaskAnswer> {
  const change = changeFrom(input)
  const status = input.status === undefined ? undefined : statusFrom(TASK_STATUSES, input.status)
  return changeTask(tasks, request, task_id, (task, now) => changedTask(task, change, status ?? task.status, now))
}

/** @throws InvalidPayload */
function changeFrom(input: Omit<UpdateTaskRequest__Output, 'task_id'>): Partial<TaskDetails> {
  if (input.title !== undefined) requireVisible(input.title, 'title')
  const documentIds = input.document_ids && documentIdsFrom(input.document_ids.items)
  if (documentIds) requireFewDocuments({ documentIds })
  const given: { [Name in keyof TaskDetails]: TaskDetails[Name] | undefined } = {
    externalId: input.external_id,
    title: input.title,
    question: input.question,
    effectiveAt: input.effective_at === undefined ? undefined : instantFrom(input.effective_at, 'effective_at'),
    documentIds: documentIds ?? undefined,
    memo: input.memo,
    metadata: input.metadata,
    referenceNumber: input.reference_number,
  }
  const present = Object.entries(given).filter(([, value]) => value !== undefined)
  const cleared = input.cleared.map((name) => CLEARED[name] ?? unclearable(name))
  return Object.assign({}, ...cleared, Object.fromEntries(present)) as Partial<TaskDetails>
}

function unclearable(field: string): never {
  throw refused('InvalidPayload', 'This is always there: it can be another one, and not be taken away.', {
    field,
    value: null,
  })
}
