import type { Task as TaskMessage } from '@pacioli/protos/reporting'
import type { Task } from './task.ts'

export const toTaskMessage = (task: Task): TaskMessage & { id: string } => ({
  id: task.id,
  business_id: task.businessId,
  external_id: task.externalId ?? undefined,
  title: task.title,
  question: task.question ?? undefined,
  status: task.status,
  effective_at: task.effectiveAt.toISOString(),
  user_response: task.userResponse ?? undefined,
  responded_at: task.respondedAt?.toISOString(),
  completed_at: task.completedAt?.toISOString(),
  document_ids: [...task.documentIds],
  memo: task.memo ?? undefined,
  metadata: task.metadata ?? undefined,
  reference_number: task.referenceNumber ?? undefined,
  created_at: task.createdAt.toISOString(),
  updated_at: task.updatedAt.toISOString(),
})
