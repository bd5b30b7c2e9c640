/**
 * Tasks: what the bookkeeping team asks the user of a business to do. Pure.
 *
 *   TODO                   waits for a user of the business
 *   ASSIGNED               is assigned to a user of the business
 *   USER_MARKED_COMPLETED  the user has responded; the team reviews it
 *   COMPLETED              the team is done with it
 *
 * A user's response leads to USER_MARKED_COMPLETED from every status but COMPLETED. All other transitions are the team's:
 * see `TEAM_TRANSITIONS`.
 */
import type { CanonicalRequest } from '@pacioli/fields'
import { refused } from '@pacioli/errors'
import { isDeepStrictEqual } from 'node:util'

export const TASK_STATUSES = ['TODO', 'ASSIGNED', 'USER_MARKED_COMPLETED', 'COMPLETED'] as const
export type TaskStatus = (typeof TASK_STATUSES)[number]

/** The statuses in which the user has something to do; a new task has one of them. */
export const OPEN_STATUSES = ['TODO', 'ASSIGNED'] as const satisfies readonly TaskStatus[]
export type OpenStatus = (typeof OPEN_STATUSES)[number]

/** The team's transitions from each status; keeping the status is always possible. */
const TEAM_TRANSITIONS: Record<TaskStatus, readonly TaskStatus[]> = {
  TODO: ['ASSIGNED', 'COMPLETED'],
  ASSIGNED: ['TODO', 'COMPLETED'],
  // Back if the response was not enough: it stays until another one replaces it.
  USER_MARKED_COMPLETED: ['TODO', 'ASSIGNED', 'COMPLETED'],
  // Reopening is a step of its own: an assignment by an outdated list must not do it by accident.
  COMPLETED: ['TODO'],
}

/** The fields of a task that do not move its status. */
export type TaskDetails = {
  externalId: string | null
  title: string
  question: string | null
  /** When it is due, and the time in the books that it is about. */
  effectiveAt: Date
  documentIds: readonly string[]
  memo: string | null
  /** JSON text. */
  metadata: string | null
  referenceNumber: string | null
}

export type Task = TaskDetails & {
  /** The canonical request, set only when it is created. */
  asked?: CanonicalRequest | undefined
  id: string
  businessId: string
  status: TaskStatus
  userResponse: string | null
  /** Null without a response. */
  respondedAt: Date | null
  /** Null unless it is COMPLETED. */
  completedAt: Date | null
  version: number
  createdAt: Date
  updatedAt: Date
}

export const newTask = (
  ids: { id: string; businessId: string },
  details: TaskDetails,
  status: OpenStatus,
  now: Date,
): Task => ({
  ...details,
  ...ids,
  status,
  userResponse: null,
  respondedAt: null,
  completedAt: null,
  version: 1,
  createdAt: now,
  updatedAt: now,
})

/**
 * The task with the team's change; the same object if nothing changes.
 * @throws TaskTransitionNotPossible; TaskCompleted if the question of a completed task would change
 */
export function changedTask(task: Task, change: Partial<TaskDetails>, status: TaskStatus, now: Date): Task {
  requireTransition(task.status, status)
  const metadata = unlessSameValue(change.metadata === undefined ? task.metadata : change.metadata, task.metadata)
  const after: Task = { ...task, ...change, metadata, status, completedAt: completedAt(task, status, now) }
  if (task.status === 'COMPLETED' && status === 'COMPLETED') requireSameQuestion(task, after)
  return isDeepStrictEqual(after, task) ? task : { ...after, version: task.version + 1, updatedAt: now }
}

/**
 * The task with the user's response in place of an earlier one, and with its documents added; the same object if nothing
 * changes.
 * @throws TaskCompleted
 */
export function respondedTask(
  task: Task,
  { userResponse, documentIds }: { userResponse: string; documentIds: readonly string[] },
  now: Date,
): Task {
  if (task.status === 'COMPLETED')
    throw refused(
      'TaskCompleted',
      `The task was completed at ${task.completedAt?.toISOString()} and takes no response any more.`,
      { field: 'user_response' },
    )
  const documents = [...new Set([...task.documentIds, ...documentIds])]
  const isSameResponse = task.status === 'USER_MARKED_COMPLETED' && task.userResponse === userResponse
  if (isSameResponse && documents.length === task.documentIds.length) return task
  return {
    ...task,
    status: 'USER_MARKED_COMPLETED',
    userResponse,
    respondedAt: now,
    documentIds: documents,
    version: task.version + 1,
    updatedAt: now,
  }
}

function requireTransition(from: TaskStatus, to: TaskStatus): void {
  if (from === to || TEAM_TRANSITIONS[from].includes(to)) return
  const reason =
    to === 'USER_MARKED_COMPLETED'
      ? 'Only a response of the user makes a task USER_MARKED_COMPLETED.'
      : `A task goes from ${from} to ${TEAM_TRANSITIONS[from].join(', ')} only.`
  throw refused('TaskTransitionNotPossible', reason, { field: 'status', value: to })
}

/** A completed task keeps its question. */
function requireSameQuestion(before: Task, after: Task): void {
  const [previous, next] = [questionOf(before), questionOf(after)]
  const field = Object.keys(previous).find((name) => previous[name] !== next[name])
  if (field !== undefined)
    throw refused('TaskCompleted', 'What a completed task asked stays as it is. Set its status to TODO to ask again.', {
      field,
    })
}

const questionOf = ({ title, question, effectiveAt }: Task): Record<string, unknown> => ({
  title,
  question,
  effective_at: effectiveAt.getTime(),
})

const completedAt = (task: Task, status: TaskStatus, now: Date): Date | null =>
  status === 'COMPLETED' ? (task.completedAt ?? now) : null

const metadataValue = (metadata: string | null): unknown => (metadata === null ? null : JSON.parse(metadata))

/** The stored text if both have the same value, since the database formats JSON its own way; else the requested one. */
const unlessSameValue = (requested: string | null, stored: string | null): string | null =>
  requested === stored || isDeepStrictEqual(metadataValue(requested), metadataValue(stored)) ? stored : requested
