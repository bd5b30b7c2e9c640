/**
 * Tasks: what the bookkeeping team asks the user of a business to do, and which states one goes through. Pure.
 *
 *   TODO                   it waits for whoever of the business takes it
 *   ASSIGNED               it was given to somebody of the business
 *   USER_MARKED_COMPLETED  the user has responded; the team looks at it
 *   COMPLETED              the team is done with it
 *
 * A user's response leads to USER_MARKED_COMPLETED from every state but COMPLETED. All other transitions are the team's:
 * see `TEAM_TRANSITIONS`.
 */
import type { CanonicalRequest } from '@pacioli/fields'
import { refused } from '@pacioli/errors'
import { isDeepStrictEqual } from 'node:util'

export const TASK_STATUSES = ['TODO', 'ASSIGNED', 'USER_MARKED_COMPLETED', 'COMPLETED'] as const
export type TaskStatus = (typeof TASK_STATUSES)[number]

/** Those in which the user has something to do; a new task is in one of them. */
export const OPEN_STATUSES = ['TODO', 'ASSIGNED'] as const satisfies readonly TaskStatus[]
export type OpenStatus = (typeof OPEN_STATUSES)[number]

/** Where the team can take a task from each status; staying is always possible. */
const TEAM_TRANSITIONS: Record<TaskStatus, readonly TaskStatus[]> = {
  TODO: ['ASSIGNED', 'COMPLETED'],
  ASSIGNED: ['TODO', 'COMPLETED'],
  // Back where the response was not enough: it stays until another one replaces it.
  USER_MARKED_COMPLETED: ['TODO', 'ASSIGNED', 'COMPLETED'],
  // Opened again, in a step of its own: who assigns by an old list must not do so unawares.
  COMPLETED: ['TODO'],
}

/** What can be said of a task without it going anywhere. */
export type TaskDetails = {
  externalId: string | null
  title: string
  question: string | null
  /** When it is due, and the time of the books that it is about. */
  effectiveAt: Date
  documentIds: readonly string[]
  memo: string | null
  /** JSON text. */
  metadata: string | null
  referenceNumber: string | null
}

export type Task = TaskDetails & {
  /** What a request asked for to have it made; there only while it is made. */
  asked?: CanonicalRequest | undefined
  id: string
  businessId: string
  status: TaskStatus
  userResponse: string | null
  /** When that was given; null without one. */
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
 * The task as the team wants it; the same one if nothing is others.
 * @throws TaskTransitionNotPossible; TaskCompleted where it would ask something else than what was answered
 */
export function changedTask(task: Task, change: Partial<TaskDetails>, status: TaskStatus, now: Date): Task {
  requireTransition(task.status, status)
  const metadata = keptMetadata(change.metadata === undefined ? task.metadata : change.metadata, task.metadata)
  const after: Task = { ...task, ...change, metadata, status, completedAt: completedAt(task, status, now) }
  if (task.status === 'COMPLETED' && status === 'COMPLETED') requireSameQuestion(task, after)
  return isDeepStrictEqual(after, task) ? task : { ...after, version: task.version + 1, updatedAt: now }
}

/**
 * The task with what the user responds, in place of an earlier response; the same one if that says just this already. The
 * documents come to those that it has.
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
  const isSaid = task.status === 'USER_MARKED_COMPLETED' && task.userResponse === userResponse
  if (isSaid && documents.length === task.documentIds.length) return task
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

/** What was answered, or done without an answer, stays readable as it was. */
function requireSameQuestion(before: Task, after: Task): void {
  const [asked, wanted] = [questionOf(before), questionOf(after)]
  const field = Object.keys(asked).find((name) => asked[name] !== wanted[name])
  if (field !== undefined)
    throw refused('TaskCompleted', 'What a completed task asked stays as it is. Set its status to TODO to ask anew.', {
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

/** What is wanted; the text that is there where both say the same, since the database spells it its own way. */
const keptMetadata = (wanted: string | null, there: string | null): string | null =>
  wanted === there || isDeepStrictEqual(metadataValue(wanted), metadataValue(there)) ? there : wanted
