import { Type } from 'typebox'
import { annotationInputs, annotations, externalId } from './document-parts.ts'
import {
  Always,
  Body,
  DayOrInstant,
  instant,
  Instant,
  ListOf,
  Note,
  Null,
  OneOf,
  Optional,
  paging,
  Query,
  referenceNumbers,
  Resource,
  Text,
  Uuid,
  uuid,
} from './parts.ts'

export const TASK_STATUSES = ['TODO', 'ASSIGNED', 'USER_MARKED_COMPLETED', 'COMPLETED'] as const

const MAX_DOCUMENTS = 100

// ---- Answers

export const Task = Resource(
  {
    type: Always('Human_Task'),
    id: Type.String(uuid),
    business_id: Type.String(uuid),
    external_id: Null(Type.String(), { description: 'Your own id of it.' }),
    title: Type.String(),
    question: Null(Type.String(), { description: 'What the user is asked.' }),
    status: OneOf(TASK_STATUSES, {
      description:
        'TODO and ASSIGNED wait for the user, USER_MARKED_COMPLETED for the bookkeeping team; COMPLETED is done.',
    }),
    effective_at: Type.String({ ...instant, description: 'When it is due, or the time of the books it is about.' }),
    user_response: Null(Type.String(), { description: 'What the user answered last.' }),
    responded_at: Null(Type.String(instant)),
    completed_at: Null(Type.String(instant)),
    document_ids: ListOf(Type.String(uuid)),
    ...annotations,
    created_at: Type.String(instant),
    updated_at: Type.String(instant),
  },
  { $id: 'Human_Task', description: 'What the bookkeeping team asks the user of a business to do.' },
)

// ---- Requests

const documentIds = (description: string) => Type.Array(Uuid(), { maxItems: MAX_DOCUMENTS, description })

const title = Text(255, { description: 'What it is about, in a line.' })
const question = Note(4_096, { description: 'What the user is asked.' })
const effectiveAt = (description: string) => Instant({ description })

export const CreateTaskBody = Body(
  {
    external_id: externalId('the task'),
    title,
    question: Optional(question),
    status: Optional(OneOf(['TODO', 'ASSIGNED'], { description: 'TODO unless given.' })),
    effective_at: Optional(effectiveAt('When it is due, or the time of the books it is about; now unless given.')),
    document_ids: Optional(documentIds('Documents that it is about.')),
    ...annotationInputs,
  },
  {
    examples: [
      {
        external_id: 'receipt-8812',
        title: 'Receipt of 30 January',
        question: 'What were the 290.99 at Corner Hardware for?',
        effective_at: '2026-01-30T00:00:00Z',
        reference_number: '2026-01',
      },
    ],
  },
)

export const UpdateTaskBody = Body(
  {
    external_id: Optional(Text(255, { description: 'Unique among the tasks of the business.' })),
    title: Type.Optional(title),
    question: Optional(question),
    status: Type.Optional(
      OneOf(TASK_STATUSES, { description: 'Where the bookkeeping team takes it; TODO opens a completed one again.' }),
    ),
    effective_at: Type.Optional(effectiveAt('When it is due, or the time of the books it is about.')),
    document_ids: Optional(documentIds('Replaces those that it has.')),
    ...annotationInputs,
  },
  { examples: [{ status: 'ASSIGNED', question: 'Which project was it for?' }, { status: 'COMPLETED' }] },
)

export const RespondToTaskBody = Body(
  {
    user_response: Text(10_000, { description: 'Replaces an earlier response.' }),
    document_ids: Optional(documentIds('Come to the documents that the task has, which are at most 100.')),
  },
  { examples: [{ user_response: 'A new lock for the workshop.' }] },
)

export const ListTasksQuery = Query({
  ...paging(['created_at', 'effective_at', 'updated_at'], 'DESC'),
  status: Type.Optional(OneOf(TASK_STATUSES)),
  statuses: Type.Optional(Text(255, { description: 'Several, separated by commas; any match.' })),
  external_id: Type.Optional(Text(255)),
  ...referenceNumbers,
  start_date: Type.Optional(DayOrInstant({ description: 'Effective on this day, at this instant, or later.' })),
  end_date: Type.Optional(DayOrInstant({ description: 'Effective on this day, at this instant, or earlier.' })),
})
