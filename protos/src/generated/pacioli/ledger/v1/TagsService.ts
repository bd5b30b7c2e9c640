// Original file: pacioli/ledger/v1/tags.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { ApplyTagsRequest as _pacioli_common_v1_ApplyTagsRequest, ApplyTagsRequest__Output as _pacioli_common_v1_ApplyTagsRequest__Output } from '../../../pacioli/common/v1/ApplyTagsRequest.ts';
import type { CreateTagDimensionRequest as _pacioli_ledger_v1_CreateTagDimensionRequest, CreateTagDimensionRequest__Output as _pacioli_ledger_v1_CreateTagDimensionRequest__Output } from '../../../pacioli/ledger/v1/CreateTagDimensionRequest.ts';
import type { CreateTagValueRequest as _pacioli_ledger_v1_CreateTagValueRequest, CreateTagValueRequest__Output as _pacioli_ledger_v1_CreateTagValueRequest__Output } from '../../../pacioli/ledger/v1/CreateTagValueRequest.ts';
import type { GetTagDimensionRequest as _pacioli_ledger_v1_GetTagDimensionRequest, GetTagDimensionRequest__Output as _pacioli_ledger_v1_GetTagDimensionRequest__Output } from '../../../pacioli/ledger/v1/GetTagDimensionRequest.ts';
import type { ListTagDimensionsRequest as _pacioli_ledger_v1_ListTagDimensionsRequest, ListTagDimensionsRequest__Output as _pacioli_ledger_v1_ListTagDimensionsRequest__Output } from '../../../pacioli/ledger/v1/ListTagDimensionsRequest.ts';
import type { ListTagDimensionsResponse as _pacioli_ledger_v1_ListTagDimensionsResponse, ListTagDimensionsResponse__Output as _pacioli_ledger_v1_ListTagDimensionsResponse__Output } from '../../../pacioli/ledger/v1/ListTagDimensionsResponse.ts';
import type { ListTagValuesRequest as _pacioli_ledger_v1_ListTagValuesRequest, ListTagValuesRequest__Output as _pacioli_ledger_v1_ListTagValuesRequest__Output } from '../../../pacioli/ledger/v1/ListTagValuesRequest.ts';
import type { ListTagValuesResponse as _pacioli_ledger_v1_ListTagValuesResponse, ListTagValuesResponse__Output as _pacioli_ledger_v1_ListTagValuesResponse__Output } from '../../../pacioli/ledger/v1/ListTagValuesResponse.ts';
import type { RemoveTagsRequest as _pacioli_common_v1_RemoveTagsRequest, RemoveTagsRequest__Output as _pacioli_common_v1_RemoveTagsRequest__Output } from '../../../pacioli/common/v1/RemoveTagsRequest.ts';
import type { TagDimensionAnswer as _pacioli_ledger_v1_TagDimensionAnswer, TagDimensionAnswer__Output as _pacioli_ledger_v1_TagDimensionAnswer__Output } from '../../../pacioli/ledger/v1/TagDimensionAnswer.ts';
import type { TagValueAnswer as _pacioli_ledger_v1_TagValueAnswer, TagValueAnswer__Output as _pacioli_ledger_v1_TagValueAnswer__Output } from '../../../pacioli/ledger/v1/TagValueAnswer.ts';
import type { TaggedEntitiesResponse as _pacioli_common_v1_TaggedEntitiesResponse, TaggedEntitiesResponse__Output as _pacioli_common_v1_TaggedEntitiesResponse__Output } from '../../../pacioli/common/v1/TaggedEntitiesResponse.ts';
import type { UpdateTagDimensionRequest as _pacioli_ledger_v1_UpdateTagDimensionRequest, UpdateTagDimensionRequest__Output as _pacioli_ledger_v1_UpdateTagDimensionRequest__Output } from '../../../pacioli/ledger/v1/UpdateTagDimensionRequest.ts';
import type { UpdateTagValueRequest as _pacioli_ledger_v1_UpdateTagValueRequest, UpdateTagValueRequest__Output as _pacioli_ledger_v1_UpdateTagValueRequest__Output } from '../../../pacioli/ledger/v1/UpdateTagValueRequest.ts';

/**
 * Tag dimensions, their values, and tags on journal entries and line items.
 */
export interface TagsServiceClient extends grpc.Client {
  ApplyTags(argument: _pacioli_common_v1_ApplyTagsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_common_v1_TaggedEntitiesResponse__Output>): grpc.ClientUnaryCall;
  ApplyTags(argument: _pacioli_common_v1_ApplyTagsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_common_v1_TaggedEntitiesResponse__Output>): grpc.ClientUnaryCall;
  ApplyTags(argument: _pacioli_common_v1_ApplyTagsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_common_v1_TaggedEntitiesResponse__Output>): grpc.ClientUnaryCall;
  ApplyTags(argument: _pacioli_common_v1_ApplyTagsRequest, callback: grpc.requestCallback<_pacioli_common_v1_TaggedEntitiesResponse__Output>): grpc.ClientUnaryCall;
  applyTags(argument: _pacioli_common_v1_ApplyTagsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_common_v1_TaggedEntitiesResponse__Output>): grpc.ClientUnaryCall;
  applyTags(argument: _pacioli_common_v1_ApplyTagsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_common_v1_TaggedEntitiesResponse__Output>): grpc.ClientUnaryCall;
  applyTags(argument: _pacioli_common_v1_ApplyTagsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_common_v1_TaggedEntitiesResponse__Output>): grpc.ClientUnaryCall;
  applyTags(argument: _pacioli_common_v1_ApplyTagsRequest, callback: grpc.requestCallback<_pacioli_common_v1_TaggedEntitiesResponse__Output>): grpc.ClientUnaryCall;
  
  CreateTagDimension(argument: _pacioli_ledger_v1_CreateTagDimensionRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_TagDimensionAnswer__Output>): grpc.ClientUnaryCall;
  CreateTagDimension(argument: _pacioli_ledger_v1_CreateTagDimensionRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_ledger_v1_TagDimensionAnswer__Output>): grpc.ClientUnaryCall;
  CreateTagDimension(argument: _pacioli_ledger_v1_CreateTagDimensionRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_TagDimensionAnswer__Output>): grpc.ClientUnaryCall;
  CreateTagDimension(argument: _pacioli_ledger_v1_CreateTagDimensionRequest, callback: grpc.requestCallback<_pacioli_ledger_v1_TagDimensionAnswer__Output>): grpc.ClientUnaryCall;
  createTagDimension(argument: _pacioli_ledger_v1_CreateTagDimensionRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_TagDimensionAnswer__Output>): grpc.ClientUnaryCall;
  createTagDimension(argument: _pacioli_ledger_v1_CreateTagDimensionRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_ledger_v1_TagDimensionAnswer__Output>): grpc.ClientUnaryCall;
  createTagDimension(argument: _pacioli_ledger_v1_CreateTagDimensionRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_TagDimensionAnswer__Output>): grpc.ClientUnaryCall;
  createTagDimension(argument: _pacioli_ledger_v1_CreateTagDimensionRequest, callback: grpc.requestCallback<_pacioli_ledger_v1_TagDimensionAnswer__Output>): grpc.ClientUnaryCall;
  
  CreateTagValue(argument: _pacioli_ledger_v1_CreateTagValueRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_TagValueAnswer__Output>): grpc.ClientUnaryCall;
  CreateTagValue(argument: _pacioli_ledger_v1_CreateTagValueRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_ledger_v1_TagValueAnswer__Output>): grpc.ClientUnaryCall;
  CreateTagValue(argument: _pacioli_ledger_v1_CreateTagValueRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_TagValueAnswer__Output>): grpc.ClientUnaryCall;
  CreateTagValue(argument: _pacioli_ledger_v1_CreateTagValueRequest, callback: grpc.requestCallback<_pacioli_ledger_v1_TagValueAnswer__Output>): grpc.ClientUnaryCall;
  createTagValue(argument: _pacioli_ledger_v1_CreateTagValueRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_TagValueAnswer__Output>): grpc.ClientUnaryCall;
  createTagValue(argument: _pacioli_ledger_v1_CreateTagValueRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_ledger_v1_TagValueAnswer__Output>): grpc.ClientUnaryCall;
  createTagValue(argument: _pacioli_ledger_v1_CreateTagValueRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_TagValueAnswer__Output>): grpc.ClientUnaryCall;
  createTagValue(argument: _pacioli_ledger_v1_CreateTagValueRequest, callback: grpc.requestCallback<_pacioli_ledger_v1_TagValueAnswer__Output>): grpc.ClientUnaryCall;
  
  DeleteTagDimension(argument: _pacioli_ledger_v1_GetTagDimensionRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_TagDimensionAnswer__Output>): grpc.ClientUnaryCall;
  DeleteTagDimension(argument: _pacioli_ledger_v1_GetTagDimensionRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_ledger_v1_TagDimensionAnswer__Output>): grpc.ClientUnaryCall;
  DeleteTagDimension(argument: _pacioli_ledger_v1_GetTagDimensionRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_TagDimensionAnswer__Output>): grpc.ClientUnaryCall;
  DeleteTagDimension(argument: _pacioli_ledger_v1_GetTagDimensionRequest, callback: grpc.requestCallback<_pacioli_ledger_v1_TagDimensionAnswer__Output>): grpc.ClientUnaryCall;
  deleteTagDimension(argument: _pacioli_ledger_v1_GetTagDimensionRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_TagDimensionAnswer__Output>): grpc.ClientUnaryCall;
  deleteTagDimension(argument: _pacioli_ledger_v1_GetTagDimensionRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_ledger_v1_TagDimensionAnswer__Output>): grpc.ClientUnaryCall;
  deleteTagDimension(argument: _pacioli_ledger_v1_GetTagDimensionRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_TagDimensionAnswer__Output>): grpc.ClientUnaryCall;
  deleteTagDimension(argument: _pacioli_ledger_v1_GetTagDimensionRequest, callback: grpc.requestCallback<_pacioli_ledger_v1_TagDimensionAnswer__Output>): grpc.ClientUnaryCall;
  
  GetTagDimension(argument: _pacioli_ledger_v1_GetTagDimensionRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_TagDimensionAnswer__Output>): grpc.ClientUnaryCall;
  GetTagDimension(argument: _pacioli_ledger_v1_GetTagDimensionRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_ledger_v1_TagDimensionAnswer__Output>): grpc.ClientUnaryCall;
  GetTagDimension(argument: _pacioli_ledger_v1_GetTagDimensionRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_TagDimensionAnswer__Output>): grpc.ClientUnaryCall;
  GetTagDimension(argument: _pacioli_ledger_v1_GetTagDimensionRequest, callback: grpc.requestCallback<_pacioli_ledger_v1_TagDimensionAnswer__Output>): grpc.ClientUnaryCall;
  getTagDimension(argument: _pacioli_ledger_v1_GetTagDimensionRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_TagDimensionAnswer__Output>): grpc.ClientUnaryCall;
  getTagDimension(argument: _pacioli_ledger_v1_GetTagDimensionRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_ledger_v1_TagDimensionAnswer__Output>): grpc.ClientUnaryCall;
  getTagDimension(argument: _pacioli_ledger_v1_GetTagDimensionRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_TagDimensionAnswer__Output>): grpc.ClientUnaryCall;
  getTagDimension(argument: _pacioli_ledger_v1_GetTagDimensionRequest, callback: grpc.requestCallback<_pacioli_ledger_v1_TagDimensionAnswer__Output>): grpc.ClientUnaryCall;
  
  ListTagDimensions(argument: _pacioli_ledger_v1_ListTagDimensionsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_ListTagDimensionsResponse__Output>): grpc.ClientUnaryCall;
  ListTagDimensions(argument: _pacioli_ledger_v1_ListTagDimensionsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_ledger_v1_ListTagDimensionsResponse__Output>): grpc.ClientUnaryCall;
  ListTagDimensions(argument: _pacioli_ledger_v1_ListTagDimensionsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_ListTagDimensionsResponse__Output>): grpc.ClientUnaryCall;
  ListTagDimensions(argument: _pacioli_ledger_v1_ListTagDimensionsRequest, callback: grpc.requestCallback<_pacioli_ledger_v1_ListTagDimensionsResponse__Output>): grpc.ClientUnaryCall;
  listTagDimensions(argument: _pacioli_ledger_v1_ListTagDimensionsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_ListTagDimensionsResponse__Output>): grpc.ClientUnaryCall;
  listTagDimensions(argument: _pacioli_ledger_v1_ListTagDimensionsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_ledger_v1_ListTagDimensionsResponse__Output>): grpc.ClientUnaryCall;
  listTagDimensions(argument: _pacioli_ledger_v1_ListTagDimensionsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_ListTagDimensionsResponse__Output>): grpc.ClientUnaryCall;
  listTagDimensions(argument: _pacioli_ledger_v1_ListTagDimensionsRequest, callback: grpc.requestCallback<_pacioli_ledger_v1_ListTagDimensionsResponse__Output>): grpc.ClientUnaryCall;
  
  ListTagValues(argument: _pacioli_ledger_v1_ListTagValuesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_ListTagValuesResponse__Output>): grpc.ClientUnaryCall;
  ListTagValues(argument: _pacioli_ledger_v1_ListTagValuesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_ledger_v1_ListTagValuesResponse__Output>): grpc.ClientUnaryCall;
  ListTagValues(argument: _pacioli_ledger_v1_ListTagValuesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_ListTagValuesResponse__Output>): grpc.ClientUnaryCall;
  ListTagValues(argument: _pacioli_ledger_v1_ListTagValuesRequest, callback: grpc.requestCallback<_pacioli_ledger_v1_ListTagValuesResponse__Output>): grpc.ClientUnaryCall;
  listTagValues(argument: _pacioli_ledger_v1_ListTagValuesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_ListTagValuesResponse__Output>): grpc.ClientUnaryCall;
  listTagValues(argument: _pacioli_ledger_v1_ListTagValuesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_ledger_v1_ListTagValuesResponse__Output>): grpc.ClientUnaryCall;
  listTagValues(argument: _pacioli_ledger_v1_ListTagValuesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_ListTagValuesResponse__Output>): grpc.ClientUnaryCall;
  listTagValues(argument: _pacioli_ledger_v1_ListTagValuesRequest, callback: grpc.requestCallback<_pacioli_ledger_v1_ListTagValuesResponse__Output>): grpc.ClientUnaryCall;
  
  RemoveTags(argument: _pacioli_common_v1_RemoveTagsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_common_v1_TaggedEntitiesResponse__Output>): grpc.ClientUnaryCall;
  RemoveTags(argument: _pacioli_common_v1_RemoveTagsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_common_v1_TaggedEntitiesResponse__Output>): grpc.ClientUnaryCall;
  RemoveTags(argument: _pacioli_common_v1_RemoveTagsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_common_v1_TaggedEntitiesResponse__Output>): grpc.ClientUnaryCall;
  RemoveTags(argument: _pacioli_common_v1_RemoveTagsRequest, callback: grpc.requestCallback<_pacioli_common_v1_TaggedEntitiesResponse__Output>): grpc.ClientUnaryCall;
  removeTags(argument: _pacioli_common_v1_RemoveTagsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_common_v1_TaggedEntitiesResponse__Output>): grpc.ClientUnaryCall;
  removeTags(argument: _pacioli_common_v1_RemoveTagsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_common_v1_TaggedEntitiesResponse__Output>): grpc.ClientUnaryCall;
  removeTags(argument: _pacioli_common_v1_RemoveTagsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_common_v1_TaggedEntitiesResponse__Output>): grpc.ClientUnaryCall;
  removeTags(argument: _pacioli_common_v1_RemoveTagsRequest, callback: grpc.requestCallback<_pacioli_common_v1_TaggedEntitiesResponse__Output>): grpc.ClientUnaryCall;
  
  UpdateTagDimension(argument: _pacioli_ledger_v1_UpdateTagDimensionRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_TagDimensionAnswer__Output>): grpc.ClientUnaryCall;
  UpdateTagDimension(argument: _pacioli_ledger_v1_UpdateTagDimensionRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_ledger_v1_TagDimensionAnswer__Output>): grpc.ClientUnaryCall;
  UpdateTagDimension(argument: _pacioli_ledger_v1_UpdateTagDimensionRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_TagDimensionAnswer__Output>): grpc.ClientUnaryCall;
  UpdateTagDimension(argument: _pacioli_ledger_v1_UpdateTagDimensionRequest, callback: grpc.requestCallback<_pacioli_ledger_v1_TagDimensionAnswer__Output>): grpc.ClientUnaryCall;
  updateTagDimension(argument: _pacioli_ledger_v1_UpdateTagDimensionRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_TagDimensionAnswer__Output>): grpc.ClientUnaryCall;
  updateTagDimension(argument: _pacioli_ledger_v1_UpdateTagDimensionRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_ledger_v1_TagDimensionAnswer__Output>): grpc.ClientUnaryCall;
  updateTagDimension(argument: _pacioli_ledger_v1_UpdateTagDimensionRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_TagDimensionAnswer__Output>): grpc.ClientUnaryCall;
  updateTagDimension(argument: _pacioli_ledger_v1_UpdateTagDimensionRequest, callback: grpc.requestCallback<_pacioli_ledger_v1_TagDimensionAnswer__Output>): grpc.ClientUnaryCall;
  
  UpdateTagValue(argument: _pacioli_ledger_v1_UpdateTagValueRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_TagValueAnswer__Output>): grpc.ClientUnaryCall;
  UpdateTagValue(argument: _pacioli_ledger_v1_UpdateTagValueRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_ledger_v1_TagValueAnswer__Output>): grpc.ClientUnaryCall;
  UpdateTagValue(argument: _pacioli_ledger_v1_UpdateTagValueRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_TagValueAnswer__Output>): grpc.ClientUnaryCall;
  UpdateTagValue(argument: _pacioli_ledger_v1_UpdateTagValueRequest, callback: grpc.requestCallback<_pacioli_ledger_v1_TagValueAnswer__Output>): grpc.ClientUnaryCall;
  updateTagValue(argument: _pacioli_ledger_v1_UpdateTagValueRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_TagValueAnswer__Output>): grpc.ClientUnaryCall;
  updateTagValue(argument: _pacioli_ledger_v1_UpdateTagValueRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_ledger_v1_TagValueAnswer__Output>): grpc.ClientUnaryCall;
  updateTagValue(argument: _pacioli_ledger_v1_UpdateTagValueRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_TagValueAnswer__Output>): grpc.ClientUnaryCall;
  updateTagValue(argument: _pacioli_ledger_v1_UpdateTagValueRequest, callback: grpc.requestCallback<_pacioli_ledger_v1_TagValueAnswer__Output>): grpc.ClientUnaryCall;
  
}

/**
 * Tag dimensions, their values, and tags on journal entries and line items.
 */
export interface TagsServiceHandlers extends grpc.UntypedServiceImplementation {
  ApplyTags: grpc.handleUnaryCall<_pacioli_common_v1_ApplyTagsRequest__Output, _pacioli_common_v1_TaggedEntitiesResponse>;
  
  CreateTagDimension: grpc.handleUnaryCall<_pacioli_ledger_v1_CreateTagDimensionRequest__Output, _pacioli_ledger_v1_TagDimensionAnswer>;
  
  CreateTagValue: grpc.handleUnaryCall<_pacioli_ledger_v1_CreateTagValueRequest__Output, _pacioli_ledger_v1_TagValueAnswer>;
  
  DeleteTagDimension: grpc.handleUnaryCall<_pacioli_ledger_v1_GetTagDimensionRequest__Output, _pacioli_ledger_v1_TagDimensionAnswer>;
  
  GetTagDimension: grpc.handleUnaryCall<_pacioli_ledger_v1_GetTagDimensionRequest__Output, _pacioli_ledger_v1_TagDimensionAnswer>;
  
  ListTagDimensions: grpc.handleUnaryCall<_pacioli_ledger_v1_ListTagDimensionsRequest__Output, _pacioli_ledger_v1_ListTagDimensionsResponse>;
  
  ListTagValues: grpc.handleUnaryCall<_pacioli_ledger_v1_ListTagValuesRequest__Output, _pacioli_ledger_v1_ListTagValuesResponse>;
  
  RemoveTags: grpc.handleUnaryCall<_pacioli_common_v1_RemoveTagsRequest__Output, _pacioli_common_v1_TaggedEntitiesResponse>;
  
  UpdateTagDimension: grpc.handleUnaryCall<_pacioli_ledger_v1_UpdateTagDimensionRequest__Output, _pacioli_ledger_v1_TagDimensionAnswer>;
  
  UpdateTagValue: grpc.handleUnaryCall<_pacioli_ledger_v1_UpdateTagValueRequest__Output, _pacioli_ledger_v1_TagValueAnswer>;
  
}

export interface TagsServiceDefinition extends grpc.ServiceDefinition {
  ApplyTags: MethodDefinition<_pacioli_common_v1_ApplyTagsRequest, _pacioli_common_v1_TaggedEntitiesResponse, _pacioli_common_v1_ApplyTagsRequest__Output, _pacioli_common_v1_TaggedEntitiesResponse__Output>
  CreateTagDimension: MethodDefinition<_pacioli_ledger_v1_CreateTagDimensionRequest, _pacioli_ledger_v1_TagDimensionAnswer, _pacioli_ledger_v1_CreateTagDimensionRequest__Output, _pacioli_ledger_v1_TagDimensionAnswer__Output>
  CreateTagValue: MethodDefinition<_pacioli_ledger_v1_CreateTagValueRequest, _pacioli_ledger_v1_TagValueAnswer, _pacioli_ledger_v1_CreateTagValueRequest__Output, _pacioli_ledger_v1_TagValueAnswer__Output>
  DeleteTagDimension: MethodDefinition<_pacioli_ledger_v1_GetTagDimensionRequest, _pacioli_ledger_v1_TagDimensionAnswer, _pacioli_ledger_v1_GetTagDimensionRequest__Output, _pacioli_ledger_v1_TagDimensionAnswer__Output>
  GetTagDimension: MethodDefinition<_pacioli_ledger_v1_GetTagDimensionRequest, _pacioli_ledger_v1_TagDimensionAnswer, _pacioli_ledger_v1_GetTagDimensionRequest__Output, _pacioli_ledger_v1_TagDimensionAnswer__Output>
  ListTagDimensions: MethodDefinition<_pacioli_ledger_v1_ListTagDimensionsRequest, _pacioli_ledger_v1_ListTagDimensionsResponse, _pacioli_ledger_v1_ListTagDimensionsRequest__Output, _pacioli_ledger_v1_ListTagDimensionsResponse__Output>
  ListTagValues: MethodDefinition<_pacioli_ledger_v1_ListTagValuesRequest, _pacioli_ledger_v1_ListTagValuesResponse, _pacioli_ledger_v1_ListTagValuesRequest__Output, _pacioli_ledger_v1_ListTagValuesResponse__Output>
  RemoveTags: MethodDefinition<_pacioli_common_v1_RemoveTagsRequest, _pacioli_common_v1_TaggedEntitiesResponse, _pacioli_common_v1_RemoveTagsRequest__Output, _pacioli_common_v1_TaggedEntitiesResponse__Output>
  UpdateTagDimension: MethodDefinition<_pacioli_ledger_v1_UpdateTagDimensionRequest, _pacioli_ledger_v1_TagDimensionAnswer, _pacioli_ledger_v1_UpdateTagDimensionRequest__Output, _pacioli_ledger_v1_TagDimensionAnswer__Output>
  UpdateTagValue: MethodDefinition<_pacioli_ledger_v1_UpdateTagValueRequest, _pacioli_ledger_v1_TagValueAnswer, _pacioli_ledger_v1_UpdateTagValueRequest__Output, _pacioli_ledger_v1_TagValueAnswer__Output>
}
