/** Writes tasks together with their events. */
import { violates, type Tx } from '@pacioli/db'
import { refused } from '@pacioli/errors'
import { stageEvents } from '@pacioli/events'
import { changeOf, taskEvent, type TaskEventType } from './task.events.ts'
import { insertTask, updateTask } from './task.store.ts'
import type { Task } from './task.ts'
import type { Tasks } from './tasks.ts'

type Recorder = Pick<Tasks, 'newId' | 'notify'>

/** False if a concurrent request has created one with the same external_id. */
export async function recordNewTask(tx: Tx, tasks: Recorder, task: Task): Promise<boolean> {
  if (!(await insertTask(tx, task))) return false
  await announce(tx, tasks, task, 'created')
  return true
}

/** Writes a locked task and its event, if it has changed. @throws DuplicateExternalId */
export async function recordChangedTask(tx: Tx, tasks: Recorder, before: Task, after: Task): Promise<void> {
  if (after.version === before.version) return
  try {
    await updateTask(tx, after)
  } catch (error) {
    if (!violates(error, 'tasks_external_id')) throw error
    const value = after.externalId
    throw refused('DuplicateExternalId', `Another task of the business has the external_id ${value}.`, {
      field: 'external_id',
      value,
    })
  }
  await announce(tx, tasks, after, changeOf(before, after))
}

async function announce(tx: Tx, { newId, notify }: Recorder, task: Task, type: TaskEventType): Promise<void> {
  await stageEvents(tx, [taskEvent(task, type, newId(), task.updatedAt)])
  tx.afterCommit(notify)
}
