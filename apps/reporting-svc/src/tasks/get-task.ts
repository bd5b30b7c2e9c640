import type { TaskAnswer } from '@pacioli/protos/reporting'
import { isUuid, type BusinessRead } from '@pacioli/rpc'
import { toTaskMessage } from './task.messages.ts'
import { loadTasks } from './task.store.ts'
import { requireBusinessOfTasks, requireEnrolled, taskNotFound, type Tasks } from './tasks.ts'

/** @throws TaskNotFound, BusinessNotFound, BusinessNotEnrolled, ServiceUnavailable */
export async function getTask(tasks: Tasks, context: BusinessRead, named: string): Promise<TaskAnswer> {
  const business = await requireBusinessOfTasks(tasks, context)
  requireEnrolled(business)
  const id = named.toLowerCase()
  const [task] = isUuid(id) ? await tasks.db.transact(context, (tx) => loadTasks(tx, business.id, [id])) : []
  if (!task) throw taskNotFound(named)
  return { data: toTaskMessage(task), created: false }
}
