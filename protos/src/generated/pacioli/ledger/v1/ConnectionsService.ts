// Original file: pacioli/ledger/v1/connections.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { CompleteAuthorizationRequest as _pacioli_ledger_v1_CompleteAuthorizationRequest, CompleteAuthorizationRequest__Output as _pacioli_ledger_v1_CompleteAuthorizationRequest__Output } from '../../../pacioli/ledger/v1/CompleteAuthorizationRequest.ts';
import type { CompleteAuthorizationResponse as _pacioli_ledger_v1_CompleteAuthorizationResponse, CompleteAuthorizationResponse__Output as _pacioli_ledger_v1_CompleteAuthorizationResponse__Output } from '../../../pacioli/ledger/v1/CompleteAuthorizationResponse.ts';
import type { Connection as _pacioli_ledger_v1_Connection, Connection__Output as _pacioli_ledger_v1_Connection__Output } from '../../../pacioli/ledger/v1/Connection.ts';
import type { ProviderRequest as _pacioli_ledger_v1_ProviderRequest, ProviderRequest__Output as _pacioli_ledger_v1_ProviderRequest__Output } from '../../../pacioli/ledger/v1/ProviderRequest.ts';
import type { StartAuthorizationResponse as _pacioli_ledger_v1_StartAuthorizationResponse, StartAuthorizationResponse__Output as _pacioli_ledger_v1_StartAuthorizationResponse__Output } from '../../../pacioli/ledger/v1/StartAuthorizationResponse.ts';

/**
 * Connections of businesses to accounting software elsewhere (OAuth 2.0 authorization code with PKCE), and what is
 * imported over them.
 */
export interface ConnectionsServiceClient extends grpc.Client {
  /**
   * Called without a tenant: the state says which business it was made for.
   */
  CompleteAuthorization(argument: _pacioli_ledger_v1_CompleteAuthorizationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_CompleteAuthorizationResponse__Output>): grpc.ClientUnaryCall;
  CompleteAuthorization(argument: _pacioli_ledger_v1_CompleteAuthorizationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_ledger_v1_CompleteAuthorizationResponse__Output>): grpc.ClientUnaryCall;
  CompleteAuthorization(argument: _pacioli_ledger_v1_CompleteAuthorizationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_CompleteAuthorizationResponse__Output>): grpc.ClientUnaryCall;
  CompleteAuthorization(argument: _pacioli_ledger_v1_CompleteAuthorizationRequest, callback: grpc.requestCallback<_pacioli_ledger_v1_CompleteAuthorizationResponse__Output>): grpc.ClientUnaryCall;
  /**
   * Called without a tenant: the state says which business it was made for.
   */
  completeAuthorization(argument: _pacioli_ledger_v1_CompleteAuthorizationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_CompleteAuthorizationResponse__Output>): grpc.ClientUnaryCall;
  completeAuthorization(argument: _pacioli_ledger_v1_CompleteAuthorizationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_ledger_v1_CompleteAuthorizationResponse__Output>): grpc.ClientUnaryCall;
  completeAuthorization(argument: _pacioli_ledger_v1_CompleteAuthorizationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_CompleteAuthorizationResponse__Output>): grpc.ClientUnaryCall;
  completeAuthorization(argument: _pacioli_ledger_v1_CompleteAuthorizationRequest, callback: grpc.requestCallback<_pacioli_ledger_v1_CompleteAuthorizationResponse__Output>): grpc.ClientUnaryCall;
  
  GetConnectionStatus(argument: _pacioli_ledger_v1_ProviderRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_Connection__Output>): grpc.ClientUnaryCall;
  GetConnectionStatus(argument: _pacioli_ledger_v1_ProviderRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_ledger_v1_Connection__Output>): grpc.ClientUnaryCall;
  GetConnectionStatus(argument: _pacioli_ledger_v1_ProviderRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_Connection__Output>): grpc.ClientUnaryCall;
  GetConnectionStatus(argument: _pacioli_ledger_v1_ProviderRequest, callback: grpc.requestCallback<_pacioli_ledger_v1_Connection__Output>): grpc.ClientUnaryCall;
  getConnectionStatus(argument: _pacioli_ledger_v1_ProviderRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_Connection__Output>): grpc.ClientUnaryCall;
  getConnectionStatus(argument: _pacioli_ledger_v1_ProviderRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_ledger_v1_Connection__Output>): grpc.ClientUnaryCall;
  getConnectionStatus(argument: _pacioli_ledger_v1_ProviderRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_Connection__Output>): grpc.ClientUnaryCall;
  getConnectionStatus(argument: _pacioli_ledger_v1_ProviderRequest, callback: grpc.requestCallback<_pacioli_ledger_v1_Connection__Output>): grpc.ClientUnaryCall;
  
  StartAuthorization(argument: _pacioli_ledger_v1_ProviderRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_StartAuthorizationResponse__Output>): grpc.ClientUnaryCall;
  StartAuthorization(argument: _pacioli_ledger_v1_ProviderRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_ledger_v1_StartAuthorizationResponse__Output>): grpc.ClientUnaryCall;
  StartAuthorization(argument: _pacioli_ledger_v1_ProviderRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_StartAuthorizationResponse__Output>): grpc.ClientUnaryCall;
  StartAuthorization(argument: _pacioli_ledger_v1_ProviderRequest, callback: grpc.requestCallback<_pacioli_ledger_v1_StartAuthorizationResponse__Output>): grpc.ClientUnaryCall;
  startAuthorization(argument: _pacioli_ledger_v1_ProviderRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_StartAuthorizationResponse__Output>): grpc.ClientUnaryCall;
  startAuthorization(argument: _pacioli_ledger_v1_ProviderRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_ledger_v1_StartAuthorizationResponse__Output>): grpc.ClientUnaryCall;
  startAuthorization(argument: _pacioli_ledger_v1_ProviderRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_StartAuthorizationResponse__Output>): grpc.ClientUnaryCall;
  startAuthorization(argument: _pacioli_ledger_v1_ProviderRequest, callback: grpc.requestCallback<_pacioli_ledger_v1_StartAuthorizationResponse__Output>): grpc.ClientUnaryCall;
  
  /**
   * Starts an import, or answers with the one that is running.
   */
  StartSync(argument: _pacioli_ledger_v1_ProviderRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_Connection__Output>): grpc.ClientUnaryCall;
  StartSync(argument: _pacioli_ledger_v1_ProviderRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_ledger_v1_Connection__Output>): grpc.ClientUnaryCall;
  StartSync(argument: _pacioli_ledger_v1_ProviderRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_Connection__Output>): grpc.ClientUnaryCall;
  StartSync(argument: _pacioli_ledger_v1_ProviderRequest, callback: grpc.requestCallback<_pacioli_ledger_v1_Connection__Output>): grpc.ClientUnaryCall;
  /**
   * Starts an import, or answers with the one that is running.
   */
  startSync(argument: _pacioli_ledger_v1_ProviderRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_Connection__Output>): grpc.ClientUnaryCall;
  startSync(argument: _pacioli_ledger_v1_ProviderRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_ledger_v1_Connection__Output>): grpc.ClientUnaryCall;
  startSync(argument: _pacioli_ledger_v1_ProviderRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_Connection__Output>): grpc.ClientUnaryCall;
  startSync(argument: _pacioli_ledger_v1_ProviderRequest, callback: grpc.requestCallback<_pacioli_ledger_v1_Connection__Output>): grpc.ClientUnaryCall;
  
  Unlink(argument: _pacioli_ledger_v1_ProviderRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_Connection__Output>): grpc.ClientUnaryCall;
  Unlink(argument: _pacioli_ledger_v1_ProviderRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_ledger_v1_Connection__Output>): grpc.ClientUnaryCall;
  Unlink(argument: _pacioli_ledger_v1_ProviderRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_Connection__Output>): grpc.ClientUnaryCall;
  Unlink(argument: _pacioli_ledger_v1_ProviderRequest, callback: grpc.requestCallback<_pacioli_ledger_v1_Connection__Output>): grpc.ClientUnaryCall;
  unlink(argument: _pacioli_ledger_v1_ProviderRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_Connection__Output>): grpc.ClientUnaryCall;
  unlink(argument: _pacioli_ledger_v1_ProviderRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_ledger_v1_Connection__Output>): grpc.ClientUnaryCall;
  unlink(argument: _pacioli_ledger_v1_ProviderRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_Connection__Output>): grpc.ClientUnaryCall;
  unlink(argument: _pacioli_ledger_v1_ProviderRequest, callback: grpc.requestCallback<_pacioli_ledger_v1_Connection__Output>): grpc.ClientUnaryCall;
  
}

/**
 * Connections of businesses to accounting software elsewhere (OAuth 2.0 authorization code with PKCE), and what is
 * imported over them.
 */
export interface ConnectionsServiceHandlers extends grpc.UntypedServiceImplementation {
  /**
   * Called without a tenant: the state says which business it was made for.
   */
  CompleteAuthorization: grpc.handleUnaryCall<_pacioli_ledger_v1_CompleteAuthorizationRequest__Output, _pacioli_ledger_v1_CompleteAuthorizationResponse>;
  
  GetConnectionStatus: grpc.handleUnaryCall<_pacioli_ledger_v1_ProviderRequest__Output, _pacioli_ledger_v1_Connection>;
  
  StartAuthorization: grpc.handleUnaryCall<_pacioli_ledger_v1_ProviderRequest__Output, _pacioli_ledger_v1_StartAuthorizationResponse>;
  
  /**
   * Starts an import, or answers with the one that is running.
   */
  StartSync: grpc.handleUnaryCall<_pacioli_ledger_v1_ProviderRequest__Output, _pacioli_ledger_v1_Connection>;
  
  Unlink: grpc.handleUnaryCall<_pacioli_ledger_v1_ProviderRequest__Output, _pacioli_ledger_v1_Connection>;
  
}

export interface ConnectionsServiceDefinition extends grpc.ServiceDefinition {
  CompleteAuthorization: MethodDefinition<_pacioli_ledger_v1_CompleteAuthorizationRequest, _pacioli_ledger_v1_CompleteAuthorizationResponse, _pacioli_ledger_v1_CompleteAuthorizationRequest__Output, _pacioli_ledger_v1_CompleteAuthorizationResponse__Output>
  GetConnectionStatus: MethodDefinition<_pacioli_ledger_v1_ProviderRequest, _pacioli_ledger_v1_Connection, _pacioli_ledger_v1_ProviderRequest__Output, _pacioli_ledger_v1_Connection__Output>
  StartAuthorization: MethodDefinition<_pacioli_ledger_v1_ProviderRequest, _pacioli_ledger_v1_StartAuthorizationResponse, _pacioli_ledger_v1_ProviderRequest__Output, _pacioli_ledger_v1_StartAuthorizationResponse__Output>
  StartSync: MethodDefinition<_pacioli_ledger_v1_ProviderRequest, _pacioli_ledger_v1_Connection, _pacioli_ledger_v1_ProviderRequest__Output, _pacioli_ledger_v1_Connection__Output>
  Unlink: MethodDefinition<_pacioli_ledger_v1_ProviderRequest, _pacioli_ledger_v1_Connection, _pacioli_ledger_v1_ProviderRequest__Output, _pacioli_ledger_v1_Connection__Output>
}
