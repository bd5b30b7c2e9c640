/** What the operations on tasks answer, as far as tests look into it. */
import type { Data, Page } from './common-shapes.ts'

export type TaskStatus = 'TODO' | 'ASSIGNED' | 'USER_MARKED_COMPLETED' | 'COMPLETED'

export interface Task {
  type: string
  id: string
  business_id: string
  external_id: string | null
  title: string
  question: string | null
  status: TaskStatus
  effective_at: string
  user_response: string | null
  responded_at: string | null
  completed_at: string | null
  document_ids: string[]
  memo: string | null
  metadata: object | null
  reference_number: string | null
  created_at: string
  updated_at: string
}

export interface TaskAnswers {
  createTask: Data<Task>
  listTasks: Page<Task>
  getTask: Data<Task>
  updateTask: Data<Task>
  respondToTask: Data<Task>
}
