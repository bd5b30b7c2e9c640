import { TasksService } from '@pacioli/protos/reporting'
import { implement, readRequestOf, writeRequestOf, type Implementation } from '@pacioli/rpc'
import { createTask } from './create-task.ts'
import { getTask } from './get-task.ts'
import { listTasks } from './list-tasks.ts'
import { respondToTask } from './respond-to-task.ts'
import type { Tasks } from './tasks.ts'
import { updateTask } from './update-task.ts'

export const tasksRpc = (tasks: Tasks): Implementation =>
  implement(TasksService, {
    CreateTask: (request, context) => createTask(tasks, writeRequestOf(context), request),
    ListTasks: (request, context) => listTasks(tasks, readRequestOf(context), request),
    GetTask: (request, context) => getTask(tasks, readRequestOf(context), request.task_id),
    UpdateTask: (request, context) => updateTask(tasks, writeRequestOf(context), request),
    RespondToTask: (request, context) => respondToTask(tasks, writeRequestOf(context), request),
  })
