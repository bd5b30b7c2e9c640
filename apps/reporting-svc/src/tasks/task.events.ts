/** Events of tasks: the whole state with its version. */
import { domainEvent, type StagedEvent } from '@pacioli/events'
import type { Task } from './task.ts'

export type TaskEventType = 'created' | 'updated' | 'completed'

/** A completion has a type of its own, since platforms wait for it. */
export const changeOf = (before: Task, after: Task): TaskEventType =>
  after.status === 'COMPLETED' && before.status !== 'COMPLETED' ? 'completed' : 'updated'

const stateOf = (task: Task) => ({
  id: task.id,
  business_id: task.businessId,
  external_id: task.externalId,
  title: task.title,
  question: task.question,
  status: task.status,
  effective_at: task.effectiveAt,
  user_response: task.userResponse,
  responded_at: task.respondedAt,
  completed_at: task.completedAt,
  document_ids: task.documentIds,
  memo: task.memo,
  metadata: task.metadata === null ? null : (JSON.parse(task.metadata) as unknown),
  reference_number: task.referenceNumber,
  created_at: task.createdAt,
  updated_at: task.updatedAt,
})

export const taskEvent = (task: Task, type: TaskEventType, id: string, time: Date): StagedEvent =>
  domainEvent({
    id,
    time,
    service: 'reporting',
    businessId: task.businessId,
    aggregateType: 'task',
    aggregateId: task.id,
    version: task.version,
    type,
    data: stateOf(task),
  })
