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
import type { CreateTagDimensionRequest as _pacioli_ledger_v1_CreateTagDimensionRequest, CreateTagDimensionRequest__Output as _pacioli_ledger_v1_CreateTagDimensionRequest__Output } from './pacioli/ledger/v1/CreateTagDimensionRequest.ts';
import type { CreateTagValueRequest as _pacioli_ledger_v1_CreateTagValueRequest, CreateTagValueRequest__Output as _pacioli_ledger_v1_CreateTagValueRequest__Output } from './pacioli/ledger/v1/CreateTagValueRequest.ts';
import type { GetTagDimensionRequest as _pacioli_ledger_v1_GetTagDimensionRequest, GetTagDimensionRequest__Output as _pacioli_ledger_v1_GetTagDimensionRequest__Output } from './pacioli/ledger/v1/GetTagDimensionRequest.ts';
import type { ListTagDimensionsRequest as _pacioli_ledger_v1_ListTagDimensionsRequest, ListTagDimensionsRequest__Output as _pacioli_ledger_v1_ListTagDimensionsRequest__Output } from './pacioli/ledger/v1/ListTagDimensionsRequest.ts';
import type { ListTagDimensionsResponse as _pacioli_ledger_v1_ListTagDimensionsResponse, ListTagDimensionsResponse__Output as _pacioli_ledger_v1_ListTagDimensionsResponse__Output } from './pacioli/ledger/v1/ListTagDimensionsResponse.ts';
import type { ListTagValuesRequest as _pacioli_ledger_v1_ListTagValuesRequest, ListTagValuesRequest__Output as _pacioli_ledger_v1_ListTagValuesRequest__Output } from './pacioli/ledger/v1/ListTagValuesRequest.ts';
import type { ListTagValuesResponse as _pacioli_ledger_v1_ListTagValuesResponse, ListTagValuesResponse__Output as _pacioli_ledger_v1_ListTagValuesResponse__Output } from './pacioli/ledger/v1/ListTagValuesResponse.ts';
import type { TagDimension as _pacioli_ledger_v1_TagDimension, TagDimension__Output as _pacioli_ledger_v1_TagDimension__Output } from './pacioli/ledger/v1/TagDimension.ts';
import type { TagDimensionAnswer as _pacioli_ledger_v1_TagDimensionAnswer, TagDimensionAnswer__Output as _pacioli_ledger_v1_TagDimensionAnswer__Output } from './pacioli/ledger/v1/TagDimensionAnswer.ts';
import type { TagValue as _pacioli_ledger_v1_TagValue, TagValue__Output as _pacioli_ledger_v1_TagValue__Output } from './pacioli/ledger/v1/TagValue.ts';
import type { TagValueAnswer as _pacioli_ledger_v1_TagValueAnswer, TagValueAnswer__Output as _pacioli_ledger_v1_TagValueAnswer__Output } from './pacioli/ledger/v1/TagValueAnswer.ts';
import type { TagValueInput as _pacioli_ledger_v1_TagValueInput, TagValueInput__Output as _pacioli_ledger_v1_TagValueInput__Output } from './pacioli/ledger/v1/TagValueInput.ts';
import type { TagsServiceClient as _pacioli_ledger_v1_TagsServiceClient, TagsServiceDefinition as _pacioli_ledger_v1_TagsServiceDefinition } from './pacioli/ledger/v1/TagsService.ts';
import type { UpdateTagDimensionRequest as _pacioli_ledger_v1_UpdateTagDimensionRequest, UpdateTagDimensionRequest__Output as _pacioli_ledger_v1_UpdateTagDimensionRequest__Output } from './pacioli/ledger/v1/UpdateTagDimensionRequest.ts';
import type { UpdateTagValueRequest as _pacioli_ledger_v1_UpdateTagValueRequest, UpdateTagValueRequest__Output as _pacioli_ledger_v1_UpdateTagValueRequest__Output } from './pacioli/ledger/v1/UpdateTagValueRequest.ts';

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
    ledger: {
      v1: {
        CreateTagDimensionRequest: MessageTypeDefinition<_pacioli_ledger_v1_CreateTagDimensionRequest, _pacioli_ledger_v1_CreateTagDimensionRequest__Output>
        CreateTagValueRequest: MessageTypeDefinition<_pacioli_ledger_v1_CreateTagValueRequest, _pacioli_ledger_v1_CreateTagValueRequest__Output>
        GetTagDimensionRequest: MessageTypeDefinition<_pacioli_ledger_v1_GetTagDimensionRequest, _pacioli_ledger_v1_GetTagDimensionRequest__Output>
        ListTagDimensionsRequest: MessageTypeDefinition<_pacioli_ledger_v1_ListTagDimensionsRequest, _pacioli_ledger_v1_ListTagDimensionsRequest__Output>
        ListTagDimensionsResponse: MessageTypeDefinition<_pacioli_ledger_v1_ListTagDimensionsResponse, _pacioli_ledger_v1_ListTagDimensionsResponse__Output>
        ListTagValuesRequest: MessageTypeDefinition<_pacioli_ledger_v1_ListTagValuesRequest, _pacioli_ledger_v1_ListTagValuesRequest__Output>
        ListTagValuesResponse: MessageTypeDefinition<_pacioli_ledger_v1_ListTagValuesResponse, _pacioli_ledger_v1_ListTagValuesResponse__Output>
        TagDimension: MessageTypeDefinition<_pacioli_ledger_v1_TagDimension, _pacioli_ledger_v1_TagDimension__Output>
        TagDimensionAnswer: MessageTypeDefinition<_pacioli_ledger_v1_TagDimensionAnswer, _pacioli_ledger_v1_TagDimensionAnswer__Output>
        TagValue: MessageTypeDefinition<_pacioli_ledger_v1_TagValue, _pacioli_ledger_v1_TagValue__Output>
        TagValueAnswer: MessageTypeDefinition<_pacioli_ledger_v1_TagValueAnswer, _pacioli_ledger_v1_TagValueAnswer__Output>
        TagValueInput: MessageTypeDefinition<_pacioli_ledger_v1_TagValueInput, _pacioli_ledger_v1_TagValueInput__Output>
        /**
         * Tag dimensions, their values, and tags on journal entries and line items.
         */
        TagsService: SubtypeConstructor<typeof grpc.Client, _pacioli_ledger_v1_TagsServiceClient> & { service: _pacioli_ledger_v1_TagsServiceDefinition }
        UpdateTagDimensionRequest: MessageTypeDefinition<_pacioli_ledger_v1_UpdateTagDimensionRequest, _pacioli_ledger_v1_UpdateTagDimensionRequest__Output>
        UpdateTagValueRequest: MessageTypeDefinition<_pacioli_ledger_v1_UpdateTagValueRequest, _pacioli_ledger_v1_UpdateTagValueRequest__Output>
      }
    }
  }
}

