import type { RespondToTaskRequest__Output, TaskAnswer } from '@pacioli/protos/reporting'
import type { BusinessWrite } from '@pacioli/rpc'
import { changeTask } from './change-task.ts'
import { documentIdsFrom, requireFewDocuments, requireVisible } from './task-inputs.ts'
import { respondedTask } from './task.ts'
import type { Tasks } from './tasks.ts'

/**
 * Records the user's response in place of an earlier one. The team looks at it next.
 * @throws InvalidPayload, TaskCompleted, and what `changeTask` throws
 */
export async function respondToTask(
  tasks: Tasks,
  request: BusinessWrite,
  { task_id, user_response: userResponse, document_ids }: RespondToTaskRequest__Output,
): Promise<TaskAnswer> {
  requireVisible(userResponse, 'user_response')
  const documentIds = documentIdsFrom(document_ids)
  return changeTask(tasks, request, task_id, (task, now) => {
    const after = respondedTask(task, { userResponse, documentIds }, now)
    requireFewDocuments(after)
    return after
  })
}
