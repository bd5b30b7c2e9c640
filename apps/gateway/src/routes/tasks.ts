import { Data, Page, refTo } from '../schemas/parts.ts'
import * as examples from '../schemas/task-examples.ts'
import {
  CreateTaskBody,
  ListTasksQuery,
  RespondToTaskBody,
  Task,
  TASK_STATUSES,
  UpdateTaskBody,
} from '../schemas/tasks.ts'
import type { Services } from '../services.ts'
import { listOf } from './document-inputs.ts'
import { someOf } from './lists.ts'
import { taskId, TaskParams } from './path-ids.ts'
import { withMetadata, withMetadataText } from './public-entry.ts'
import { numbersOf } from './reference-numbers.ts'
import { BusinessParams, changesOf, creates, reads, type Routes, sendCreated, writes } from './route.ts'

const tags = ['Tasks']
const answer = (description: string) => Data(refTo(Task), examples.task, description)

const createTask = {
  operationId: 'createTask',
  summary: 'Create a task',
  description:
    'What the bookkeeping team of the platform asks the user of a business to do. The business must be enrolled ' +
    '(`bookkeeping_enrolled`). With an `external_id` a repeated create answers with the task that exists. A token for ' +
    'one business cannot do this.',
  tags,
  params: BusinessParams,
  body: CreateTaskBody,
  response: { 201: answer('The new task.'), 200: answer('The task that this `external_id` made before.') },
}

const listTasks = {
  operationId: 'listTasks',
  summary: 'List tasks',
  description: 'Last created first, unless asked for otherwise; completed ones too. Filters combine with AND.',
  tags,
  params: BusinessParams,
  querystring: ListTasksQuery,
  response: { 200: Page(refTo(Task), examples.task, 'created_at', 'A page of tasks.', 'DESC') },
}

const getTask = {
  operationId: 'getTask',
  summary: 'Get a task',
  description: 'One task, whatever its status. Of a business that is enrolled no more it is 422; the tasks are kept.',
  tags,
  params: TaskParams,
  response: { 200: answer('The task.') },
}

const updateTask = {
  operationId: 'updateTask',
  summary: 'Update a task',
  description:
    'Changes the fields given; null clears one. This is how the bookkeeping team moves a task: between TODO and ' +
    'ASSIGNED, back to one of them if a response is not enough, to COMPLETED from everywhere, and from COMPLETED to ' +
    'TODO. Only a response makes it USER_MARKED_COMPLETED. A token for one business cannot do this.',
  tags,
  params: TaskParams,
  body: UpdateTaskBody,
  response: { 200: answer('The task as it is now.') },
}

const respondToTask = {
  operationId: 'respondToTask',
  summary: 'Respond to a task',
  description:
    'What the user says makes the task USER_MARKED_COMPLETED. Until the bookkeeping team completes it a response can ' +
    'be replaced by another one. A token for one business can do this.',
  tags,
  params: TaskParams,
  body: RespondToTaskBody,
  response: { 200: answer('The task as it is now.') },
}

const ENROLLED = ['BusinessNotFound', 'BusinessNotEnrolled'] as const
const KNOWN = [...ENROLLED, 'TaskNotFound'] as const

export const taskRoutes =
  ({ tasks }: Services): Routes =>
  (app, _options, done) => {
    app.post(
      '/businesses/:businessId/tasks',
      {
        schema: createTask,
        config: creates('books:write', [...ENROLLED, 'BusinessArchived', 'VersionConflict'], { platformOnly: true }),
      },
      async (request, reply) => {
        const { document_ids, ...body } = request.body
        const message = { ...withMetadataText(body), document_ids: document_ids ?? [] }
        const { created, data } = await request.ask(tasks.CreateTask, message)
        return sendCreated(reply, created, data && withMetadata(data))
      },
    )

    app.get(
      '/businesses/:businessId/tasks',
      { schema: listTasks, config: reads('books:read', [...ENROLLED, 'InvalidCursor']) },
      async (request) => {
        const { cursor, limit, sort_by, sort_order, reference_number, reference_numbers, ...rest } = request.query
        const { status, statuses, ...filters } = rest
        const { data, pagination } = await request.ask(tasks.ListTasks, {
          ...filters,
          page: { cursor, limit, sort_by, sort_order },
          statuses: someOf('statuses', TASK_STATUSES, status, statuses),
          reference_numbers: numbersOf(reference_number, reference_numbers),
        })
        return { data: data.map(withMetadata), meta: { pagination } }
      },
    )

    app.get(
      '/businesses/:businessId/tasks/:taskId',
      { schema: getTask, config: reads('books:read', KNOWN) },
      async (request) => {
        const { data } = await request.ask(tasks.GetTask, { task_id: taskId(request.params.taskId) })
        return { data: data && withMetadata(data) }
      },
    )

    app.patch(
      '/businesses/:businessId/tasks/:taskId',
      {
        schema: updateTask,
        config: writes(
          'books:write',
          [...KNOWN, 'BusinessArchived', 'DuplicateExternalId', 'TaskCompleted', 'TaskTransitionNotPossible'],
          { platformOnly: true },
        ),
      },
      async (request) => {
        const task_id = taskId(request.params.taskId)
        const { document_ids, ...changes } = withMetadataText(changesOf(request.body))
        const message = { ...changes, task_id, document_ids: document_ids ? listOf(document_ids) : undefined }
        const { data } = await request.ask(tasks.UpdateTask, message)
        return { data: data && withMetadata(data) }
      },
    )

    app.post(
      '/businesses/:businessId/tasks/:taskId/user-response',
      {
        schema: respondToTask,
        config: writes('books:write', [...KNOWN, 'BusinessArchived', 'TaskCompleted']),
      },
      async (request) => {
        const { user_response, document_ids } = request.body
        const { data } = await request.ask(tasks.RespondToTask, {
          task_id: taskId(request.params.taskId),
          user_response,
          document_ids: document_ids ?? [],
        })
        return { data: data && withMetadata(data) }
      },
    )
    done()
  }
