// Original file: pacioli/ledger/v1/clients.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { AuthenticateClientRequest as _pacioli_ledger_v1_AuthenticateClientRequest, AuthenticateClientRequest__Output as _pacioli_ledger_v1_AuthenticateClientRequest__Output } from '../../../pacioli/ledger/v1/AuthenticateClientRequest.ts';
import type { Client as _pacioli_ledger_v1_Client, Client__Output as _pacioli_ledger_v1_Client__Output } from '../../../pacioli/ledger/v1/Client.ts';
import type { GetClientRequest as _pacioli_ledger_v1_GetClientRequest, GetClientRequest__Output as _pacioli_ledger_v1_GetClientRequest__Output } from '../../../pacioli/ledger/v1/GetClientRequest.ts';

/**
 * The platforms that may call the gateway. For the gateway alone; never public. Operators create and revoke clients
 * with `npm run clients`.
 */
export interface ClientsServiceClient extends grpc.Client {
  AuthenticateClient(argument: _pacioli_ledger_v1_AuthenticateClientRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_Client__Output>): grpc.ClientUnaryCall;
  AuthenticateClient(argument: _pacioli_ledger_v1_AuthenticateClientRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_ledger_v1_Client__Output>): grpc.ClientUnaryCall;
  AuthenticateClient(argument: _pacioli_ledger_v1_AuthenticateClientRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_Client__Output>): grpc.ClientUnaryCall;
  AuthenticateClient(argument: _pacioli_ledger_v1_AuthenticateClientRequest, callback: grpc.requestCallback<_pacioli_ledger_v1_Client__Output>): grpc.ClientUnaryCall;
  authenticateClient(argument: _pacioli_ledger_v1_AuthenticateClientRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_Client__Output>): grpc.ClientUnaryCall;
  authenticateClient(argument: _pacioli_ledger_v1_AuthenticateClientRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_ledger_v1_Client__Output>): grpc.ClientUnaryCall;
  authenticateClient(argument: _pacioli_ledger_v1_AuthenticateClientRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_Client__Output>): grpc.ClientUnaryCall;
  authenticateClient(argument: _pacioli_ledger_v1_AuthenticateClientRequest, callback: grpc.requestCallback<_pacioli_ledger_v1_Client__Output>): grpc.ClientUnaryCall;
  
  GetClient(argument: _pacioli_ledger_v1_GetClientRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_Client__Output>): grpc.ClientUnaryCall;
  GetClient(argument: _pacioli_ledger_v1_GetClientRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_ledger_v1_Client__Output>): grpc.ClientUnaryCall;
  GetClient(argument: _pacioli_ledger_v1_GetClientRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_Client__Output>): grpc.ClientUnaryCall;
  GetClient(argument: _pacioli_ledger_v1_GetClientRequest, callback: grpc.requestCallback<_pacioli_ledger_v1_Client__Output>): grpc.ClientUnaryCall;
  getClient(argument: _pacioli_ledger_v1_GetClientRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_Client__Output>): grpc.ClientUnaryCall;
  getClient(argument: _pacioli_ledger_v1_GetClientRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_ledger_v1_Client__Output>): grpc.ClientUnaryCall;
  getClient(argument: _pacioli_ledger_v1_GetClientRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_Client__Output>): grpc.ClientUnaryCall;
  getClient(argument: _pacioli_ledger_v1_GetClientRequest, callback: grpc.requestCallback<_pacioli_ledger_v1_Client__Output>): grpc.ClientUnaryCall;
  
}

/**
 * The platforms that may call the gateway. For the gateway alone; never public. Operators create and revoke clients
 * with `npm run clients`.
 */
export interface ClientsServiceHandlers extends grpc.UntypedServiceImplementation {
  AuthenticateClient: grpc.handleUnaryCall<_pacioli_ledger_v1_AuthenticateClientRequest__Output, _pacioli_ledger_v1_Client>;
  
  GetClient: grpc.handleUnaryCall<_pacioli_ledger_v1_GetClientRequest__Output, _pacioli_ledger_v1_Client>;
  
}

export interface ClientsServiceDefinition extends grpc.ServiceDefinition {
  AuthenticateClient: MethodDefinition<_pacioli_ledger_v1_AuthenticateClientRequest, _pacioli_ledger_v1_Client, _pacioli_ledger_v1_AuthenticateClientRequest__Output, _pacioli_ledger_v1_Client__Output>
  GetClient: MethodDefinition<_pacioli_ledger_v1_GetClientRequest, _pacioli_ledger_v1_Client, _pacioli_ledger_v1_GetClientRequest__Output, _pacioli_ledger_v1_Client__Output>
}
