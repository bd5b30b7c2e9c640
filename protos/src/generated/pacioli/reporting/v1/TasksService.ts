// Original file: pacioli/reporting/v1/tasks.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { CreateTaskRequest as _pacioli_reporting_v1_CreateTaskRequest, CreateTaskRequest__Output as _pacioli_reporting_v1_CreateTaskRequest__Output } from '../../../pacioli/reporting/v1/CreateTaskRequest.ts';
import type { GetTaskRequest as _pacioli_reporting_v1_GetTaskRequest, GetTaskRequest__Output as _pacioli_reporting_v1_GetTaskRequest__Output } from '../../../pacioli/reporting/v1/GetTaskRequest.ts';
import type { ListTasksRequest as _pacioli_reporting_v1_ListTasksRequest, ListTasksRequest__Output as _pacioli_reporting_v1_ListTasksRequest__Output } from '../../../pacioli/reporting/v1/ListTasksRequest.ts';
import type { ListTasksResponse as _pacioli_reporting_v1_ListTasksResponse, ListTasksResponse__Output as _pacioli_reporting_v1_ListTasksResponse__Output } from '../../../pacioli/reporting/v1/ListTasksResponse.ts';
import type { RespondToTaskRequest as _pacioli_reporting_v1_RespondToTaskRequest, RespondToTaskRequest__Output as _pacioli_reporting_v1_RespondToTaskRequest__Output } from '../../../pacioli/reporting/v1/RespondToTaskRequest.ts';
import type { TaskAnswer as _pacioli_reporting_v1_TaskAnswer, TaskAnswer__Output as _pacioli_reporting_v1_TaskAnswer__Output } from '../../../pacioli/reporting/v1/TaskAnswer.ts';
import type { UpdateTaskRequest as _pacioli_reporting_v1_UpdateTaskRequest, UpdateTaskRequest__Output as _pacioli_reporting_v1_UpdateTaskRequest__Output } from '../../../pacioli/reporting/v1/UpdateTaskRequest.ts';

/**
 * What the bookkeeping team of a business asks its user to do.
 */
export interface TasksServiceClient extends grpc.Client {
  CreateTask(argument: _pacioli_reporting_v1_CreateTaskRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_reporting_v1_TaskAnswer__Output>): grpc.ClientUnaryCall;
  CreateTask(argument: _pacioli_reporting_v1_CreateTaskRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_reporting_v1_TaskAnswer__Output>): grpc.ClientUnaryCall;
  CreateTask(argument: _pacioli_reporting_v1_CreateTaskRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_reporting_v1_TaskAnswer__Output>): grpc.ClientUnaryCall;
  CreateTask(argument: _pacioli_reporting_v1_CreateTaskRequest, callback: grpc.requestCallback<_pacioli_reporting_v1_TaskAnswer__Output>): grpc.ClientUnaryCall;
  createTask(argument: _pacioli_reporting_v1_CreateTaskRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_reporting_v1_TaskAnswer__Output>): grpc.ClientUnaryCall;
  createTask(argument: _pacioli_reporting_v1_CreateTaskRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_reporting_v1_TaskAnswer__Output>): grpc.ClientUnaryCall;
  createTask(argument: _pacioli_reporting_v1_CreateTaskRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_reporting_v1_TaskAnswer__Output>): grpc.ClientUnaryCall;
  createTask(argument: _pacioli_reporting_v1_CreateTaskRequest, callback: grpc.requestCallback<_pacioli_reporting_v1_TaskAnswer__Output>): grpc.ClientUnaryCall;
  
  GetTask(argument: _pacioli_reporting_v1_GetTaskRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_reporting_v1_TaskAnswer__Output>): grpc.ClientUnaryCall;
  GetTask(argument: _pacioli_reporting_v1_GetTaskRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_reporting_v1_TaskAnswer__Output>): grpc.ClientUnaryCall;
  GetTask(argument: _pacioli_reporting_v1_GetTaskRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_reporting_v1_TaskAnswer__Output>): grpc.ClientUnaryCall;
  GetTask(argument: _pacioli_reporting_v1_GetTaskRequest, callback: grpc.requestCallback<_pacioli_reporting_v1_TaskAnswer__Output>): grpc.ClientUnaryCall;
  getTask(argument: _pacioli_reporting_v1_GetTaskRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_reporting_v1_TaskAnswer__Output>): grpc.ClientUnaryCall;
  getTask(argument: _pacioli_reporting_v1_GetTaskRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_reporting_v1_TaskAnswer__Output>): grpc.ClientUnaryCall;
  getTask(argument: _pacioli_reporting_v1_GetTaskRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_reporting_v1_TaskAnswer__Output>): grpc.ClientUnaryCall;
  getTask(argument: _pacioli_reporting_v1_GetTaskRequest, callback: grpc.requestCallback<_pacioli_reporting_v1_TaskAnswer__Output>): grpc.ClientUnaryCall;
  
  ListTasks(argument: _pacioli_reporting_v1_ListTasksRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_reporting_v1_ListTasksResponse__Output>): grpc.ClientUnaryCall;
  ListTasks(argument: _pacioli_reporting_v1_ListTasksRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_reporting_v1_ListTasksResponse__Output>): grpc.ClientUnaryCall;
  ListTasks(argument: _pacioli_reporting_v1_ListTasksRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_reporting_v1_ListTasksResponse__Output>): grpc.ClientUnaryCall;
  ListTasks(argument: _pacioli_reporting_v1_ListTasksRequest, callback: grpc.requestCallback<_pacioli_reporting_v1_ListTasksResponse__Output>): grpc.ClientUnaryCall;
  listTasks(argument: _pacioli_reporting_v1_ListTasksRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_reporting_v1_ListTasksResponse__Output>): grpc.ClientUnaryCall;
  listTasks(argument: _pacioli_reporting_v1_ListTasksRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_reporting_v1_ListTasksResponse__Output>): grpc.ClientUnaryCall;
  listTasks(argument: _pacioli_reporting_v1_ListTasksRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_reporting_v1_ListTasksResponse__Output>): grpc.ClientUnaryCall;
  listTasks(argument: _pacioli_reporting_v1_ListTasksRequest, callback: grpc.requestCallback<_pacioli_reporting_v1_ListTasksResponse__Output>): grpc.ClientUnaryCall;
  
  RespondToTask(argument: _pacioli_reporting_v1_RespondToTaskRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_reporting_v1_TaskAnswer__Output>): grpc.ClientUnaryCall;
  RespondToTask(argument: _pacioli_reporting_v1_RespondToTaskRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_reporting_v1_TaskAnswer__Output>): grpc.ClientUnaryCall;
  RespondToTask(argument: _pacioli_reporting_v1_RespondToTaskRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_reporting_v1_TaskAnswer__Output>): grpc.ClientUnaryCall;
  RespondToTask(argument: _pacioli_reporting_v1_RespondToTaskRequest, callback: grpc.requestCallback<_pacioli_reporting_v1_TaskAnswer__Output>): grpc.ClientUnaryCall;
  respondToTask(argument: _pacioli_reporting_v1_RespondToTaskRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_reporting_v1_TaskAnswer__Output>): grpc.ClientUnaryCall;
  respondToTask(argument: _pacioli_reporting_v1_RespondToTaskRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_reporting_v1_TaskAnswer__Output>): grpc.ClientUnaryCall;
  respondToTask(argument: _pacioli_reporting_v1_RespondToTaskRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_reporting_v1_TaskAnswer__Output>): grpc.ClientUnaryCall;
  respondToTask(argument: _pacioli_reporting_v1_RespondToTaskRequest, callback: grpc.requestCallback<_pacioli_reporting_v1_TaskAnswer__Output>): grpc.ClientUnaryCall;
  
  UpdateTask(argument: _pacioli_reporting_v1_UpdateTaskRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_reporting_v1_TaskAnswer__Output>): grpc.ClientUnaryCall;
  UpdateTask(argument: _pacioli_reporting_v1_UpdateTaskRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_reporting_v1_TaskAnswer__Output>): grpc.ClientUnaryCall;
  UpdateTask(argument: _pacioli_reporting_v1_UpdateTaskRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_reporting_v1_TaskAnswer__Output>): grpc.ClientUnaryCall;
  UpdateTask(argument: _pacioli_reporting_v1_UpdateTaskRequest, callback: grpc.requestCallback<_pacioli_reporting_v1_TaskAnswer__Output>): grpc.ClientUnaryCall;
  updateTask(argument: _pacioli_reporting_v1_UpdateTaskRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_reporting_v1_TaskAnswer__Output>): grpc.ClientUnaryCall;
  updateTask(argument: _pacioli_reporting_v1_UpdateTaskRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_reporting_v1_TaskAnswer__Output>): grpc.ClientUnaryCall;
  updateTask(argument: _pacioli_reporting_v1_UpdateTaskRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_reporting_v1_TaskAnswer__Output>): grpc.ClientUnaryCall;
  updateTask(argument: _pacioli_reporting_v1_UpdateTaskRequest, callback: grpc.requestCallback<_pacioli_reporting_v1_TaskAnswer__Output>): grpc.ClientUnaryCall;
  
}

/**
 * What the bookkeeping team of a business asks its user to do.
 */
export interface TasksServiceHandlers extends grpc.UntypedServiceImplementation {
  CreateTask: grpc.handleUnaryCall<_pacioli_reporting_v1_CreateTaskRequest__Output, _pacioli_reporting_v1_TaskAnswer>;
  
  GetTask: grpc.handleUnaryCall<_pacioli_reporting_v1_GetTaskRequest__Output, _pacioli_reporting_v1_TaskAnswer>;
  
  ListTasks: grpc.handleUnaryCall<_pacioli_reporting_v1_ListTasksRequest__Output, _pacioli_reporting_v1_ListTasksResponse>;
  
  RespondToTask: grpc.handleUnaryCall<_pacioli_reporting_v1_RespondToTaskRequest__Output, _pacioli_reporting_v1_TaskAnswer>;
  
  UpdateTask: grpc.handleUnaryCall<_pacioli_reporting_v1_UpdateTaskRequest__Output, _pacioli_reporting_v1_TaskAnswer>;
  
}

export interface TasksServiceDefinition extends grpc.ServiceDefinition {
  CreateTask: MethodDefinition<_pacioli_reporting_v1_CreateTaskRequest, _pacioli_reporting_v1_TaskAnswer, _pacioli_reporting_v1_CreateTaskRequest__Output, _pacioli_reporting_v1_TaskAnswer__Output>
  GetTask: MethodDefinition<_pacioli_reporting_v1_GetTaskRequest, _pacioli_reporting_v1_TaskAnswer, _pacioli_reporting_v1_GetTaskRequest__Output, _pacioli_reporting_v1_TaskAnswer__Output>
  ListTasks: MethodDefinition<_pacioli_reporting_v1_ListTasksRequest, _pacioli_reporting_v1_ListTasksResponse, _pacioli_reporting_v1_ListTasksRequest__Output, _pacioli_reporting_v1_ListTasksResponse__Output>
  RespondToTask: MethodDefinition<_pacioli_reporting_v1_RespondToTaskRequest, _pacioli_reporting_v1_TaskAnswer, _pacioli_reporting_v1_RespondToTaskRequest__Output, _pacioli_reporting_v1_TaskAnswer__Output>
  UpdateTask: MethodDefinition<_pacioli_reporting_v1_UpdateTaskRequest, _pacioli_reporting_v1_TaskAnswer, _pacioli_reporting_v1_UpdateTaskRequest__Output, _pacioli_reporting_v1_TaskAnswer__Output>
}
