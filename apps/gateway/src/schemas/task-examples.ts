/** Answers as the documentation shows them. */
import { business } from './examples.ts'

export const task = {
  type: 'Human_Task',
  id: '0197a000-0000-7000-8000-00000000b001',
  business_id: business.id,
  external_id: 'receipt-8812',
  title: 'Receipt of 30 January',
  question: 'What were the 290.99 at Corner Hardware for?',
  status: 'USER_MARKED_COMPLETED',
  effective_at: '2026-01-30T00:00:00.000Z',
  user_response: 'A new lock for the workshop.',
  responded_at: '2026-02-02T08:15:00.000Z',
  completed_at: null,
  document_ids: [],
  memo: null,
  metadata: null,
  reference_number: '2026-01',
  created_at: '2026-02-01T09:30:00.000Z',
  updated_at: '2026-02-02T08:15:00.000Z',
}
