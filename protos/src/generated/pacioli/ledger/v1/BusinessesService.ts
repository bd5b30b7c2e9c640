// Original file: pacioli/ledger/v1/businesses.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { BusinessAnswer as _pacioli_ledger_v1_BusinessAnswer, BusinessAnswer__Output as _pacioli_ledger_v1_BusinessAnswer__Output } from '../../../pacioli/ledger/v1/BusinessAnswer.ts';
import type { BusinessInput as _pacioli_ledger_v1_BusinessInput, BusinessInput__Output as _pacioli_ledger_v1_BusinessInput__Output } from '../../../pacioli/ledger/v1/BusinessInput.ts';
import type { GetBusinessRequest as _pacioli_ledger_v1_GetBusinessRequest, GetBusinessRequest__Output as _pacioli_ledger_v1_GetBusinessRequest__Output } from '../../../pacioli/ledger/v1/GetBusinessRequest.ts';
import type { ListBusinessesRequest as _pacioli_ledger_v1_ListBusinessesRequest, ListBusinessesRequest__Output as _pacioli_ledger_v1_ListBusinessesRequest__Output } from '../../../pacioli/ledger/v1/ListBusinessesRequest.ts';
import type { ListBusinessesResponse as _pacioli_ledger_v1_ListBusinessesResponse, ListBusinessesResponse__Output as _pacioli_ledger_v1_ListBusinessesResponse__Output } from '../../../pacioli/ledger/v1/ListBusinessesResponse.ts';
import type { UpdateBusinessRequest as _pacioli_ledger_v1_UpdateBusinessRequest, UpdateBusinessRequest__Output as _pacioli_ledger_v1_UpdateBusinessRequest__Output } from '../../../pacioli/ledger/v1/UpdateBusinessRequest.ts';

/**
 * The businesses of a client, each with books of its own.
 */
export interface BusinessesServiceClient extends grpc.Client {
  ArchiveBusiness(argument: _pacioli_ledger_v1_GetBusinessRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_BusinessAnswer__Output>): grpc.ClientUnaryCall;
  ArchiveBusiness(argument: _pacioli_ledger_v1_GetBusinessRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_ledger_v1_BusinessAnswer__Output>): grpc.ClientUnaryCall;
  ArchiveBusiness(argument: _pacioli_ledger_v1_GetBusinessRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_BusinessAnswer__Output>): grpc.ClientUnaryCall;
  ArchiveBusiness(argument: _pacioli_ledger_v1_GetBusinessRequest, callback: grpc.requestCallback<_pacioli_ledger_v1_BusinessAnswer__Output>): grpc.ClientUnaryCall;
  archiveBusiness(argument: _pacioli_ledger_v1_GetBusinessRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_BusinessAnswer__Output>): grpc.ClientUnaryCall;
  archiveBusiness(argument: _pacioli_ledger_v1_GetBusinessRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_ledger_v1_BusinessAnswer__Output>): grpc.ClientUnaryCall;
  archiveBusiness(argument: _pacioli_ledger_v1_GetBusinessRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_BusinessAnswer__Output>): grpc.ClientUnaryCall;
  archiveBusiness(argument: _pacioli_ledger_v1_GetBusinessRequest, callback: grpc.requestCallback<_pacioli_ledger_v1_BusinessAnswer__Output>): grpc.ClientUnaryCall;
  
  CreateBusiness(argument: _pacioli_ledger_v1_BusinessInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_BusinessAnswer__Output>): grpc.ClientUnaryCall;
  CreateBusiness(argument: _pacioli_ledger_v1_BusinessInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_ledger_v1_BusinessAnswer__Output>): grpc.ClientUnaryCall;
  CreateBusiness(argument: _pacioli_ledger_v1_BusinessInput, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_BusinessAnswer__Output>): grpc.ClientUnaryCall;
  CreateBusiness(argument: _pacioli_ledger_v1_BusinessInput, callback: grpc.requestCallback<_pacioli_ledger_v1_BusinessAnswer__Output>): grpc.ClientUnaryCall;
  createBusiness(argument: _pacioli_ledger_v1_BusinessInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_BusinessAnswer__Output>): grpc.ClientUnaryCall;
  createBusiness(argument: _pacioli_ledger_v1_BusinessInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_ledger_v1_BusinessAnswer__Output>): grpc.ClientUnaryCall;
  createBusiness(argument: _pacioli_ledger_v1_BusinessInput, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_BusinessAnswer__Output>): grpc.ClientUnaryCall;
  createBusiness(argument: _pacioli_ledger_v1_BusinessInput, callback: grpc.requestCallback<_pacioli_ledger_v1_BusinessAnswer__Output>): grpc.ClientUnaryCall;
  
  GetBusiness(argument: _pacioli_ledger_v1_GetBusinessRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_BusinessAnswer__Output>): grpc.ClientUnaryCall;
  GetBusiness(argument: _pacioli_ledger_v1_GetBusinessRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_ledger_v1_BusinessAnswer__Output>): grpc.ClientUnaryCall;
  GetBusiness(argument: _pacioli_ledger_v1_GetBusinessRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_BusinessAnswer__Output>): grpc.ClientUnaryCall;
  GetBusiness(argument: _pacioli_ledger_v1_GetBusinessRequest, callback: grpc.requestCallback<_pacioli_ledger_v1_BusinessAnswer__Output>): grpc.ClientUnaryCall;
  getBusiness(argument: _pacioli_ledger_v1_GetBusinessRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_BusinessAnswer__Output>): grpc.ClientUnaryCall;
  getBusiness(argument: _pacioli_ledger_v1_GetBusinessRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_ledger_v1_BusinessAnswer__Output>): grpc.ClientUnaryCall;
  getBusiness(argument: _pacioli_ledger_v1_GetBusinessRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_BusinessAnswer__Output>): grpc.ClientUnaryCall;
  getBusiness(argument: _pacioli_ledger_v1_GetBusinessRequest, callback: grpc.requestCallback<_pacioli_ledger_v1_BusinessAnswer__Output>): grpc.ClientUnaryCall;
  
  ListBusinesses(argument: _pacioli_ledger_v1_ListBusinessesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_ListBusinessesResponse__Output>): grpc.ClientUnaryCall;
  ListBusinesses(argument: _pacioli_ledger_v1_ListBusinessesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_ledger_v1_ListBusinessesResponse__Output>): grpc.ClientUnaryCall;
  ListBusinesses(argument: _pacioli_ledger_v1_ListBusinessesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_ListBusinessesResponse__Output>): grpc.ClientUnaryCall;
  ListBusinesses(argument: _pacioli_ledger_v1_ListBusinessesRequest, callback: grpc.requestCallback<_pacioli_ledger_v1_ListBusinessesResponse__Output>): grpc.ClientUnaryCall;
  listBusinesses(argument: _pacioli_ledger_v1_ListBusinessesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_ListBusinessesResponse__Output>): grpc.ClientUnaryCall;
  listBusinesses(argument: _pacioli_ledger_v1_ListBusinessesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_ledger_v1_ListBusinessesResponse__Output>): grpc.ClientUnaryCall;
  listBusinesses(argument: _pacioli_ledger_v1_ListBusinessesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_ListBusinessesResponse__Output>): grpc.ClientUnaryCall;
  listBusinesses(argument: _pacioli_ledger_v1_ListBusinessesRequest, callback: grpc.requestCallback<_pacioli_ledger_v1_ListBusinessesResponse__Output>): grpc.ClientUnaryCall;
  
  UpdateBusiness(argument: _pacioli_ledger_v1_UpdateBusinessRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_BusinessAnswer__Output>): grpc.ClientUnaryCall;
  UpdateBusiness(argument: _pacioli_ledger_v1_UpdateBusinessRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_ledger_v1_BusinessAnswer__Output>): grpc.ClientUnaryCall;
  UpdateBusiness(argument: _pacioli_ledger_v1_UpdateBusinessRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_BusinessAnswer__Output>): grpc.ClientUnaryCall;
  UpdateBusiness(argument: _pacioli_ledger_v1_UpdateBusinessRequest, callback: grpc.requestCallback<_pacioli_ledger_v1_BusinessAnswer__Output>): grpc.ClientUnaryCall;
  updateBusiness(argument: _pacioli_ledger_v1_UpdateBusinessRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_BusinessAnswer__Output>): grpc.ClientUnaryCall;
  updateBusiness(argument: _pacioli_ledger_v1_UpdateBusinessRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_ledger_v1_BusinessAnswer__Output>): grpc.ClientUnaryCall;
  updateBusiness(argument: _pacioli_ledger_v1_UpdateBusinessRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_BusinessAnswer__Output>): grpc.ClientUnaryCall;
  updateBusiness(argument: _pacioli_ledger_v1_UpdateBusinessRequest, callback: grpc.requestCallback<_pacioli_ledger_v1_BusinessAnswer__Output>): grpc.ClientUnaryCall;
  
}

/**
 * The businesses of a client, each with books of its own.
 */
export interface BusinessesServiceHandlers extends grpc.UntypedServiceImplementation {
  ArchiveBusiness: grpc.handleUnaryCall<_pacioli_ledger_v1_GetBusinessRequest__Output, _pacioli_ledger_v1_BusinessAnswer>;
  
  CreateBusiness: grpc.handleUnaryCall<_pacioli_ledger_v1_BusinessInput__Output, _pacioli_ledger_v1_BusinessAnswer>;
  
  GetBusiness: grpc.handleUnaryCall<_pacioli_ledger_v1_GetBusinessRequest__Output, _pacioli_ledger_v1_BusinessAnswer>;
  
  ListBusinesses: grpc.handleUnaryCall<_pacioli_ledger_v1_ListBusinessesRequest__Output, _pacioli_ledger_v1_ListBusinessesResponse>;
  
  UpdateBusiness: grpc.handleUnaryCall<_pacioli_ledger_v1_UpdateBusinessRequest__Output, _pacioli_ledger_v1_BusinessAnswer>;
  
}

export interface BusinessesServiceDefinition extends grpc.ServiceDefinition {
  ArchiveBusiness: MethodDefinition<_pacioli_ledger_v1_GetBusinessRequest, _pacioli_ledger_v1_BusinessAnswer, _pacioli_ledger_v1_GetBusinessRequest__Output, _pacioli_ledger_v1_BusinessAnswer__Output>
  CreateBusiness: MethodDefinition<_pacioli_ledger_v1_BusinessInput, _pacioli_ledger_v1_BusinessAnswer, _pacioli_ledger_v1_BusinessInput__Output, _pacioli_ledger_v1_BusinessAnswer__Output>
  GetBusiness: MethodDefinition<_pacioli_ledger_v1_GetBusinessRequest, _pacioli_ledger_v1_BusinessAnswer, _pacioli_ledger_v1_GetBusinessRequest__Output, _pacioli_ledger_v1_BusinessAnswer__Output>
  ListBusinesses: MethodDefinition<_pacioli_ledger_v1_ListBusinessesRequest, _pacioli_ledger_v1_ListBusinessesResponse, _pacioli_ledger_v1_ListBusinessesRequest__Output, _pacioli_ledger_v1_ListBusinessesResponse__Output>
  UpdateBusiness: MethodDefinition<_pacioli_ledger_v1_UpdateBusinessRequest, _pacioli_ledger_v1_BusinessAnswer, _pacioli_ledger_v1_UpdateBusinessRequest__Output, _pacioli_ledger_v1_BusinessAnswer__Output>
}
