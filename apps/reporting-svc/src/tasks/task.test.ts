import { DomainError } from '@pacioli/errors'
import { describe, expect, test } from 'vitest'
import { changeOf } from './task.events.ts'
import {
  changedTask,
  newTask,
  OPEN_STATUSES,
  respondedTask,
  TASK_STATUSES,
  type OpenStatus,
  type Task,
  type TaskDetails,
  type TaskStatus,
} from './task.ts'

const AT = new Date('2026-02-01T09:30:00Z')
const LATER = new Date('2026-02-02T09:30:00Z')
const DETAILS: TaskDetails = {
  externalId: 'receipt-1',
  title: 'Receipt',
  question: 'What was it for?',
  effectiveAt: new Date('2026-01-30T00:00:00Z'),
  documentIds: ['a'],
  memo: 'm',
  metadata: '{"a": 1}',
  referenceNumber: 'r',
}
const fresh = (status: OpenStatus = 'TODO'): Task => newTask({ id: 'id', businessId: 'business' }, DETAILS, status, AT)
const answer = { userResponse: 'A lock.', documentIds: [] }

/** A task in each status, by its usual transitions. */
const inStatus: Record<TaskStatus, Task> = {
  TODO: fresh(),
  ASSIGNED: fresh('ASSIGNED'),
  USER_MARKED_COMPLETED: respondedTask(fresh(), answer, AT),
  COMPLETED: changedTask(fresh(), {}, 'COMPLETED', AT),
}

function refusalOf(act: () => unknown): [string, string | undefined] | undefined {
  try {
    act()
    return undefined
  } catch (error) {
    if (error instanceof DomainError) return [error.errorEnum, error.problems[0]?.meta.field]
    throw error
  }
}

describe('a transition by the team', () => {
  const possible = new Set([
    ...['TODO ASSIGNED', 'TODO COMPLETED', 'ASSIGNED TODO', 'ASSIGNED COMPLETED'],
    ...['USER_MARKED_COMPLETED TODO', 'USER_MARKED_COMPLETED ASSIGNED', 'USER_MARKED_COMPLETED COMPLETED'],
    'COMPLETED TODO',
  ])
  const all = TASK_STATUSES.flatMap((from) => TASK_STATUSES.map((to): [TaskStatus, TaskStatus] => [from, to]))

  test.each(all.filter(([from, to]) => from !== to))('from %s to %s is decided', (from, to) => {
    const before = inStatus[from]
    const change = () => changedTask(before, {}, to, LATER)
    if (!possible.has(`${from} ${to}`)) {
      expect(refusalOf(change)).toEqual(['TaskTransitionNotPossible', 'status'])
      return
    }
    expect(change()).toEqual({
      ...before,
      status: to,
      completedAt: to === 'COMPLETED' ? LATER : null,
      version: before.version + 1,
      updatedAt: LATER,
    })
  })

  test.each(TASK_STATUSES)('from %s to itself changes nothing', (status) => {
    expect(changedTask(inStatus[status], {}, status, LATER)).toBe(inStatus[status])
  })
})

describe('a response', () => {
  test.each(OPEN_STATUSES)('marks a task that is %s completed by the user', (status) => {
    expect(respondedTask(fresh(status), { userResponse: 'A lock.', documentIds: ['a', 'b'] }, LATER)).toEqual({
      ...fresh(status),
      status: 'USER_MARKED_COMPLETED',
      userResponse: 'A lock.',
      respondedAt: LATER,
      documentIds: ['a', 'b'],
      version: 2,
      updatedAt: LATER,
    })
  })

  test('replaces an earlier one; an equal one changes nothing', () => {
    const first = inStatus.USER_MARKED_COMPLETED
    expect(respondedTask(first, answer, LATER)).toBe(first)
    expect(respondedTask(first, { ...answer, documentIds: ['a'] }, LATER)).toBe(first)
    const second = respondedTask(first, { userResponse: 'Two locks.', documentIds: [] }, LATER)
    expect(second).toMatchObject({ userResponse: 'Two locks.', respondedAt: LATER, version: 3 })
    expect(respondedTask(first, { ...answer, documentIds: ['b'] }, LATER).documentIds).toEqual(['a', 'b'])
  })

  test('that was not enough stays until another one replaces it, and the same one counts again', () => {
    const back = changedTask(inStatus.USER_MARKED_COMPLETED, { question: 'Which lock?' }, 'ASSIGNED', LATER)
    expect(back).toMatchObject({ userResponse: 'A lock.', respondedAt: AT, status: 'ASSIGNED' })
    const again = respondedTask(back, answer, LATER)
    expect(again).toMatchObject({ status: 'USER_MARKED_COMPLETED', respondedAt: LATER, version: 4 })
  })

  test('to a completed task is refused, and possible once it was opened again', () => {
    expect(refusalOf(() => respondedTask(inStatus.COMPLETED, answer, LATER))).toEqual([
      'TaskCompleted',
      'user_response',
    ])
    const reopened = changedTask(inStatus.COMPLETED, {}, 'TODO', LATER)
    expect(respondedTask(reopened, answer, LATER)).toMatchObject({ status: 'USER_MARKED_COMPLETED', completedAt: null })
  })
})

describe('a change', () => {
  test('to the present values is none, however metadata is formatted', () => {
    const same = { ...DETAILS, metadata: '{"a":1}', effectiveAt: new Date(DETAILS.effectiveAt), documentIds: ['a'] }
    const task = fresh()
    expect(changedTask(task, same, 'TODO', LATER)).toBe(task)
    expect(changedTask(task, { metadata: null }, 'TODO', LATER)).toMatchObject({ metadata: null, version: 2 })
  })

  test.each([
    ['title', { title: 'x' }],
    ['question', { question: null }],
    ['effective_at', { effectiveAt: LATER }],
  ])('of the %s of a completed task is refused, unless it is opened again', (field, change) => {
    expect(refusalOf(() => changedTask(inStatus.COMPLETED, change, 'COMPLETED', LATER))).toEqual([
      'TaskCompleted',
      field,
    ])
    expect(changedTask(inStatus.COMPLETED, change, 'TODO', LATER)).toMatchObject(change)
    expect(changedTask(fresh(), change, 'COMPLETED', LATER)).toMatchObject(change)
  })

  test('of the notes of a completed task is possible', () => {
    const noted = changedTask(inStatus.COMPLETED, { memo: 'Filed', documentIds: ['b'] }, 'COMPLETED', LATER)
    expect(noted).toMatchObject({ memo: 'Filed', documentIds: ['b'], completedAt: AT, version: 3 })
  })

  test('has the event type of what changed', () => {
    const { TODO, ASSIGNED, COMPLETED } = inStatus
    expect(changeOf(TODO, ASSIGNED)).toBe('updated')
    expect(changeOf(TODO, COMPLETED)).toBe('completed')
    expect(changeOf(COMPLETED, { ...COMPLETED, memo: 'x' })).toBe('updated')
    expect(changeOf(COMPLETED, TODO)).toBe('updated')
  })
})
