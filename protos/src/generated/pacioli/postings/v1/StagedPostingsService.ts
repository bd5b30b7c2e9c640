// Original file: pacioli/postings/v1/postings.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { ListPostingsRequest as _pacioli_postings_v1_ListPostingsRequest, ListPostingsRequest__Output as _pacioli_postings_v1_ListPostingsRequest__Output } from '../../../pacioli/postings/v1/ListPostingsRequest.ts';
import type { ListPostingsResponse as _pacioli_postings_v1_ListPostingsResponse, ListPostingsResponse__Output as _pacioli_postings_v1_ListPostingsResponse__Output } from '../../../pacioli/postings/v1/ListPostingsResponse.ts';
import type { PostingAnswer as _pacioli_postings_v1_PostingAnswer, PostingAnswer__Output as _pacioli_postings_v1_PostingAnswer__Output } from '../../../pacioli/postings/v1/PostingAnswer.ts';
import type { RetryPostingRequest as _pacioli_postings_v1_RetryPostingRequest, RetryPostingRequest__Output as _pacioli_postings_v1_RetryPostingRequest__Output } from '../../../pacioli/postings/v1/RetryPostingRequest.ts';

/**
 * What a service has decided to post, and how far its delivery to the ledger has come. Each posting service serves it.
 */
export interface StagedPostingsServiceClient extends grpc.Client {
  ListPostings(argument: _pacioli_postings_v1_ListPostingsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_postings_v1_ListPostingsResponse__Output>): grpc.ClientUnaryCall;
  ListPostings(argument: _pacioli_postings_v1_ListPostingsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_postings_v1_ListPostingsResponse__Output>): grpc.ClientUnaryCall;
  ListPostings(argument: _pacioli_postings_v1_ListPostingsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_postings_v1_ListPostingsResponse__Output>): grpc.ClientUnaryCall;
  ListPostings(argument: _pacioli_postings_v1_ListPostingsRequest, callback: grpc.requestCallback<_pacioli_postings_v1_ListPostingsResponse__Output>): grpc.ClientUnaryCall;
  listPostings(argument: _pacioli_postings_v1_ListPostingsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_postings_v1_ListPostingsResponse__Output>): grpc.ClientUnaryCall;
  listPostings(argument: _pacioli_postings_v1_ListPostingsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_postings_v1_ListPostingsResponse__Output>): grpc.ClientUnaryCall;
  listPostings(argument: _pacioli_postings_v1_ListPostingsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_postings_v1_ListPostingsResponse__Output>): grpc.ClientUnaryCall;
  listPostings(argument: _pacioli_postings_v1_ListPostingsRequest, callback: grpc.requestCallback<_pacioli_postings_v1_ListPostingsResponse__Output>): grpc.ClientUnaryCall;
  
  RetryPosting(argument: _pacioli_postings_v1_RetryPostingRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_postings_v1_PostingAnswer__Output>): grpc.ClientUnaryCall;
  RetryPosting(argument: _pacioli_postings_v1_RetryPostingRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_postings_v1_PostingAnswer__Output>): grpc.ClientUnaryCall;
  RetryPosting(argument: _pacioli_postings_v1_RetryPostingRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_postings_v1_PostingAnswer__Output>): grpc.ClientUnaryCall;
  RetryPosting(argument: _pacioli_postings_v1_RetryPostingRequest, callback: grpc.requestCallback<_pacioli_postings_v1_PostingAnswer__Output>): grpc.ClientUnaryCall;
  retryPosting(argument: _pacioli_postings_v1_RetryPostingRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_postings_v1_PostingAnswer__Output>): grpc.ClientUnaryCall;
  retryPosting(argument: _pacioli_postings_v1_RetryPostingRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_postings_v1_PostingAnswer__Output>): grpc.ClientUnaryCall;
  retryPosting(argument: _pacioli_postings_v1_RetryPostingRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_postings_v1_PostingAnswer__Output>): grpc.ClientUnaryCall;
  retryPosting(argument: _pacioli_postings_v1_RetryPostingRequest, callback: grpc.requestCallback<_pacioli_postings_v1_PostingAnswer__Output>): grpc.ClientUnaryCall;
  
}

/**
 * What a service has decided to post, and how far its delivery to the ledger has come. Each posting service serves it.
 */
export interface StagedPostingsServiceHandlers extends grpc.UntypedServiceImplementation {
  ListPostings: grpc.handleUnaryCall<_pacioli_postings_v1_ListPostingsRequest__Output, _pacioli_postings_v1_ListPostingsResponse>;
  
  RetryPosting: grpc.handleUnaryCall<_pacioli_postings_v1_RetryPostingRequest__Output, _pacioli_postings_v1_PostingAnswer>;
  
}

export interface StagedPostingsServiceDefinition extends grpc.ServiceDefinition {
  ListPostings: MethodDefinition<_pacioli_postings_v1_ListPostingsRequest, _pacioli_postings_v1_ListPostingsResponse, _pacioli_postings_v1_ListPostingsRequest__Output, _pacioli_postings_v1_ListPostingsResponse__Output>
  RetryPosting: MethodDefinition<_pacioli_postings_v1_RetryPostingRequest, _pacioli_postings_v1_PostingAnswer, _pacioli_postings_v1_RetryPostingRequest__Output, _pacioli_postings_v1_PostingAnswer__Output>
}
