import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { AccountId as _pacioli_common_v1_AccountId, AccountId__Output as _pacioli_common_v1_AccountId__Output } from './pacioli/common/v1/AccountId.ts';
import type { AccountIdentifier as _pacioli_common_v1_AccountIdentifier, AccountIdentifier__Output as _pacioli_common_v1_AccountIdentifier__Output } from './pacioli/common/v1/AccountIdentifier.ts';
import type { AppliedTag as _pacioli_common_v1_AppliedTag, AppliedTag__Output as _pacioli_common_v1_AppliedTag__Output } from './pacioli/common/v1/AppliedTag.ts';
import type { ApplyTagsRequest as _pacioli_common_v1_ApplyTagsRequest, ApplyTagsRequest__Output as _pacioli_common_v1_ApplyTagsRequest__Output } from './pacioli/common/v1/ApplyTagsRequest.ts';
import type { CategoryIdentifier as _pacioli_common_v1_CategoryIdentifier, CategoryIdentifier__Output as _pacioli_common_v1_CategoryIdentifier__Output } from './pacioli/common/v1/CategoryIdentifier.ts';
import type { ChartAccount as _pacioli_common_v1_ChartAccount, ChartAccount__Output as _pacioli_common_v1_ChartAccount__Output } from './pacioli/common/v1/ChartAccount.ts';
import type { NamedValue as _pacioli_common_v1_NamedValue, NamedValue__Output as _pacioli_common_v1_NamedValue__Output } from './pacioli/common/v1/NamedValue.ts';
import type { PageRequest as _pacioli_common_v1_PageRequest, PageRequest__Output as _pacioli_common_v1_PageRequest__Output } from './pacioli/common/v1/PageRequest.ts';
import type { Pagination as _pacioli_common_v1_Pagination, Pagination__Output as _pacioli_common_v1_Pagination__Output } from './pacioli/common/v1/Pagination.ts';
import type { RemoveTagsRequest as _pacioli_common_v1_RemoveTagsRequest, RemoveTagsRequest__Output as _pacioli_common_v1_RemoveTagsRequest__Output } from './pacioli/common/v1/RemoveTagsRequest.ts';
import type { StableName as _pacioli_common_v1_StableName, StableName__Output as _pacioli_common_v1_StableName__Output } from './pacioli/common/v1/StableName.ts';
import type { TagKeyValue as _pacioli_common_v1_TagKeyValue, TagKeyValue__Output as _pacioli_common_v1_TagKeyValue__Output } from './pacioli/common/v1/TagKeyValue.ts';
import type { TagName as _pacioli_common_v1_TagName, TagName__Output as _pacioli_common_v1_TagName__Output } from './pacioli/common/v1/TagName.ts';
import type { TaggedEntitiesResponse as _pacioli_common_v1_TaggedEntitiesResponse, TaggedEntitiesResponse__Output as _pacioli_common_v1_TaggedEntitiesResponse__Output } from './pacioli/common/v1/TaggedEntitiesResponse.ts';
import type { TaggedEntity as _pacioli_common_v1_TaggedEntity, TaggedEntity__Output as _pacioli_common_v1_TaggedEntity__Output } from './pacioli/common/v1/TaggedEntity.ts';
import type { CreateTaskRequest as _pacioli_reporting_v1_CreateTaskRequest, CreateTaskRequest__Output as _pacioli_reporting_v1_CreateTaskRequest__Output } from './pacioli/reporting/v1/CreateTaskRequest.ts';
import type { GetTaskRequest as _pacioli_reporting_v1_GetTaskRequest, GetTaskRequest__Output as _pacioli_reporting_v1_GetTaskRequest__Output } from './pacioli/reporting/v1/GetTaskRequest.ts';
import type { ListTasksRequest as _pacioli_reporting_v1_ListTasksRequest, ListTasksRequest__Output as _pacioli_reporting_v1_ListTasksRequest__Output } from './pacioli/reporting/v1/ListTasksRequest.ts';
import type { ListTasksResponse as _pacioli_reporting_v1_ListTasksResponse, ListTasksResponse__Output as _pacioli_reporting_v1_ListTasksResponse__Output } from './pacioli/reporting/v1/ListTasksResponse.ts';
import type { RespondToTaskRequest as _pacioli_reporting_v1_RespondToTaskRequest, RespondToTaskRequest__Output as _pacioli_reporting_v1_RespondToTaskRequest__Output } from './pacioli/reporting/v1/RespondToTaskRequest.ts';
import type { Task as _pacioli_reporting_v1_Task, Task__Output as _pacioli_reporting_v1_Task__Output } from './pacioli/reporting/v1/Task.ts';
import type { TaskAnswer as _pacioli_reporting_v1_TaskAnswer, TaskAnswer__Output as _pacioli_reporting_v1_TaskAnswer__Output } from './pacioli/reporting/v1/TaskAnswer.ts';
import type { TaskDocumentIds as _pacioli_reporting_v1_TaskDocumentIds, TaskDocumentIds__Output as _pacioli_reporting_v1_TaskDocumentIds__Output } from './pacioli/reporting/v1/TaskDocumentIds.ts';
import type { TasksServiceClient as _pacioli_reporting_v1_TasksServiceClient, TasksServiceDefinition as _pacioli_reporting_v1_TasksServiceDefinition } from './pacioli/reporting/v1/TasksService.ts';
import type { UpdateTaskRequest as _pacioli_reporting_v1_UpdateTaskRequest, UpdateTaskRequest__Output as _pacioli_reporting_v1_UpdateTaskRequest__Output } from './pacioli/reporting/v1/UpdateTaskRequest.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  pacioli: {
    common: {
      v1: {
        AccountId: MessageTypeDefinition<_pacioli_common_v1_AccountId, _pacioli_common_v1_AccountId__Output>
        AccountIdentifier: MessageTypeDefinition<_pacioli_common_v1_AccountIdentifier, _pacioli_common_v1_AccountIdentifier__Output>
        AppliedTag: MessageTypeDefinition<_pacioli_common_v1_AppliedTag, _pacioli_common_v1_AppliedTag__Output>
        ApplyTagsRequest: MessageTypeDefinition<_pacioli_common_v1_ApplyTagsRequest, _pacioli_common_v1_ApplyTagsRequest__Output>
        CategoryIdentifier: MessageTypeDefinition<_pacioli_common_v1_CategoryIdentifier, _pacioli_common_v1_CategoryIdentifier__Output>
        ChartAccount: MessageTypeDefinition<_pacioli_common_v1_ChartAccount, _pacioli_common_v1_ChartAccount__Output>
        NamedValue: MessageTypeDefinition<_pacioli_common_v1_NamedValue, _pacioli_common_v1_NamedValue__Output>
        PageRequest: MessageTypeDefinition<_pacioli_common_v1_PageRequest, _pacioli_common_v1_PageRequest__Output>
        Pagination: MessageTypeDefinition<_pacioli_common_v1_Pagination, _pacioli_common_v1_Pagination__Output>
        RemoveTagsRequest: MessageTypeDefinition<_pacioli_common_v1_RemoveTagsRequest, _pacioli_common_v1_RemoveTagsRequest__Output>
        StableName: MessageTypeDefinition<_pacioli_common_v1_StableName, _pacioli_common_v1_StableName__Output>
        TagKeyValue: MessageTypeDefinition<_pacioli_common_v1_TagKeyValue, _pacioli_common_v1_TagKeyValue__Output>
        TagName: MessageTypeDefinition<_pacioli_common_v1_TagName, _pacioli_common_v1_TagName__Output>
        TaggedEntitiesResponse: MessageTypeDefinition<_pacioli_common_v1_TaggedEntitiesResponse, _pacioli_common_v1_TaggedEntitiesResponse__Output>
        TaggedEntity: MessageTypeDefinition<_pacioli_common_v1_TaggedEntity, _pacioli_common_v1_TaggedEntity__Output>
      }
    }
    reporting: {
      v1: {
        CreateTaskRequest: MessageTypeDefinition<_pacioli_reporting_v1_CreateTaskRequest, _pacioli_reporting_v1_CreateTaskRequest__Output>
        GetTaskRequest: MessageTypeDefinition<_pacioli_reporting_v1_GetTaskRequest, _pacioli_reporting_v1_GetTaskRequest__Output>
        ListTasksRequest: MessageTypeDefinition<_pacioli_reporting_v1_ListTasksRequest, _pacioli_reporting_v1_ListTasksRequest__Output>
        ListTasksResponse: MessageTypeDefinition<_pacioli_reporting_v1_ListTasksResponse, _pacioli_reporting_v1_ListTasksResponse__Output>
        RespondToTaskRequest: MessageTypeDefinition<_pacioli_reporting_v1_RespondToTaskRequest, _pacioli_reporting_v1_RespondToTaskRequest__Output>
        Task: MessageTypeDefinition<_pacioli_reporting_v1_Task, _pacioli_reporting_v1_Task__Output>
        TaskAnswer: MessageTypeDefinition<_pacioli_reporting_v1_TaskAnswer, _pacioli_reporting_v1_TaskAnswer__Output>
        TaskDocumentIds: MessageTypeDefinition<_pacioli_reporting_v1_TaskDocumentIds, _pacioli_reporting_v1_TaskDocumentIds__Output>
        /**
         * What the bookkeeping team of a business asks its user to do.
         */
        TasksService: SubtypeConstructor<typeof grpc.Client, _pacioli_reporting_v1_TasksServiceClient> & { service: _pacioli_reporting_v1_TasksServiceDefinition }
        UpdateTaskRequest: MessageTypeDefinition<_pacioli_reporting_v1_UpdateTaskRequest, _pacioli_reporting_v1_UpdateTaskRequest__Output>
      }
    }
  }
}

