// Original file: pacioli/banking/v1/matches.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { FindDocumentMatchesRequest as _pacioli_banking_v1_FindDocumentMatchesRequest, FindDocumentMatchesRequest__Output as _pacioli_banking_v1_FindDocumentMatchesRequest__Output } from '../../../pacioli/banking/v1/FindDocumentMatchesRequest.ts';
import type { FindDocumentMatchesResponse as _pacioli_banking_v1_FindDocumentMatchesResponse, FindDocumentMatchesResponse__Output as _pacioli_banking_v1_FindDocumentMatchesResponse__Output } from '../../../pacioli/banking/v1/FindDocumentMatchesResponse.ts';

/**
 * Which documents are matched: asked before one of them is changed.
 */
export interface DocumentMatchesServiceClient extends grpc.Client {
  FindDocumentMatches(argument: _pacioli_banking_v1_FindDocumentMatchesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_banking_v1_FindDocumentMatchesResponse__Output>): grpc.ClientUnaryCall;
  FindDocumentMatches(argument: _pacioli_banking_v1_FindDocumentMatchesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_banking_v1_FindDocumentMatchesResponse__Output>): grpc.ClientUnaryCall;
  FindDocumentMatches(argument: _pacioli_banking_v1_FindDocumentMatchesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_banking_v1_FindDocumentMatchesResponse__Output>): grpc.ClientUnaryCall;
  FindDocumentMatches(argument: _pacioli_banking_v1_FindDocumentMatchesRequest, callback: grpc.requestCallback<_pacioli_banking_v1_FindDocumentMatchesResponse__Output>): grpc.ClientUnaryCall;
  findDocumentMatches(argument: _pacioli_banking_v1_FindDocumentMatchesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_banking_v1_FindDocumentMatchesResponse__Output>): grpc.ClientUnaryCall;
  findDocumentMatches(argument: _pacioli_banking_v1_FindDocumentMatchesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_banking_v1_FindDocumentMatchesResponse__Output>): grpc.ClientUnaryCall;
  findDocumentMatches(argument: _pacioli_banking_v1_FindDocumentMatchesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_banking_v1_FindDocumentMatchesResponse__Output>): grpc.ClientUnaryCall;
  findDocumentMatches(argument: _pacioli_banking_v1_FindDocumentMatchesRequest, callback: grpc.requestCallback<_pacioli_banking_v1_FindDocumentMatchesResponse__Output>): grpc.ClientUnaryCall;
  
}

/**
 * Which documents are matched: asked before one of them is changed.
 */
export interface DocumentMatchesServiceHandlers extends grpc.UntypedServiceImplementation {
  FindDocumentMatches: grpc.handleUnaryCall<_pacioli_banking_v1_FindDocumentMatchesRequest__Output, _pacioli_banking_v1_FindDocumentMatchesResponse>;
  
}

export interface DocumentMatchesServiceDefinition extends grpc.ServiceDefinition {
  FindDocumentMatches: MethodDefinition<_pacioli_banking_v1_FindDocumentMatchesRequest, _pacioli_banking_v1_FindDocumentMatchesResponse, _pacioli_banking_v1_FindDocumentMatchesRequest__Output, _pacioli_banking_v1_FindDocumentMatchesResponse__Output>
}
