/** All operations on tasks, for tests that ask the same of each. */
import type { Call } from './api.ts'
import type { Books } from './books.ts'
import type { OperationId } from './answers.ts'

export type TaskIds = Record<'task', string>

/** A task with everything in it that one can have. */
export async function tasksOf({ api }: Books, name: string): Promise<TaskIds> {
  const said = { external_id: name, reference_number: name, memo: name, metadata: { name } }
  const { data } = (await api.call('createTask', { body: { title: name, question: name, ...said } })).body
  await api.call('respondToTask', { path: { taskId: data.id }, body: { user_response: name } })
  return { task: data.id }
}

/** The operations on tasks, each with ids of something that is there where it takes some. */
export const taskOperations = (known: () => TaskIds): [OperationId, () => Call][] => [
  ['createTask', () => ({ body: { title: 'Mine' } })],
  ['listTasks', () => ({})],
  ['getTask', () => ({ path: { taskId: known().task } })],
  ['updateTask', () => ({ path: { taskId: known().task }, body: { memo: 'Mine' } })],
  ['respondToTask', () => ({ path: { taskId: known().task }, body: { user_response: 'Mine' } })],
]
