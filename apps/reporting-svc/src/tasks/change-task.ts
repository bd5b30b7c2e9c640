import { writeOnce } from '@pacioli/db'
import type { TaskAnswer } from '@pacioli/protos/reporting'
import { isUuid, type BusinessWrite } from '@pacioli/rpc'
import { recordChangedTask } from './record-task.ts'
import { toTaskMessage } from './task.messages.ts'
import { lockTask } from './task.store.ts'
import type { Task } from './task.ts'
import { requireBusinessOfTasks, requireOpen, taskNotFound, type Tasks } from './tasks.ts'

/**
 * Changes a task under its lock: the second of two requests sees what the first has made of it.
 * @param become returns the new task, or the same one if nothing changes
 * @throws TaskNotFound, DuplicateExternalId, BusinessNotFound, BusinessNotEnrolled, BusinessArchived, ServiceUnavailable,
 *   and what `become` throws
 */
export async function changeTask(
  tasks: Tasks,
  request: BusinessWrite,
  named: string,
  become: (task: Task, now: Date) => Task,
): Promise<TaskAnswer> {
  const business = await requireBusinessOfTasks(tasks, request)
  const id = named.toLowerCase()
  return writeOnce(tasks.db, request, tasks.now(), async (tx) => {
    requireOpen(business)
    const before = isUuid(id) ? await lockTask(tx, business.id, id) : undefined
    if (!before) throw taskNotFound(named)
    const after = become(before, tasks.now())
    await recordChangedTask(tx, tasks, before, after)
    return { data: toTaskMessage(after), created: false }
  })
}
