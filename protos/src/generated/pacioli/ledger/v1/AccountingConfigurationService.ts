// Original file: pacioli/ledger/v1/accounting_configuration.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { AccountingConfiguration as _pacioli_ledger_v1_AccountingConfiguration, AccountingConfiguration__Output as _pacioli_ledger_v1_AccountingConfiguration__Output } from '../../../pacioli/ledger/v1/AccountingConfiguration.ts';
import type { GetAccountingConfigurationRequest as _pacioli_ledger_v1_GetAccountingConfigurationRequest, GetAccountingConfigurationRequest__Output as _pacioli_ledger_v1_GetAccountingConfigurationRequest__Output } from '../../../pacioli/ledger/v1/GetAccountingConfigurationRequest.ts';
import type { UpdateAccountingConfigurationRequest as _pacioli_ledger_v1_UpdateAccountingConfigurationRequest, UpdateAccountingConfigurationRequest__Output as _pacioli_ledger_v1_UpdateAccountingConfigurationRequest__Output } from '../../../pacioli/ledger/v1/UpdateAccountingConfigurationRequest.ts';

/**
 * Settings of the books: the defaults of a client, and what one business has instead.
 */
export interface AccountingConfigurationServiceClient extends grpc.Client {
  /**
   * In effect for the business: its own settings, the client's where it has none.
   */
  GetAccountingConfiguration(argument: _pacioli_ledger_v1_GetAccountingConfigurationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_AccountingConfiguration__Output>): grpc.ClientUnaryCall;
  GetAccountingConfiguration(argument: _pacioli_ledger_v1_GetAccountingConfigurationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_ledger_v1_AccountingConfiguration__Output>): grpc.ClientUnaryCall;
  GetAccountingConfiguration(argument: _pacioli_ledger_v1_GetAccountingConfigurationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_AccountingConfiguration__Output>): grpc.ClientUnaryCall;
  GetAccountingConfiguration(argument: _pacioli_ledger_v1_GetAccountingConfigurationRequest, callback: grpc.requestCallback<_pacioli_ledger_v1_AccountingConfiguration__Output>): grpc.ClientUnaryCall;
  /**
   * In effect for the business: its own settings, the client's where it has none.
   */
  getAccountingConfiguration(argument: _pacioli_ledger_v1_GetAccountingConfigurationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_AccountingConfiguration__Output>): grpc.ClientUnaryCall;
  getAccountingConfiguration(argument: _pacioli_ledger_v1_GetAccountingConfigurationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_ledger_v1_AccountingConfiguration__Output>): grpc.ClientUnaryCall;
  getAccountingConfiguration(argument: _pacioli_ledger_v1_GetAccountingConfigurationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_AccountingConfiguration__Output>): grpc.ClientUnaryCall;
  getAccountingConfiguration(argument: _pacioli_ledger_v1_GetAccountingConfigurationRequest, callback: grpc.requestCallback<_pacioli_ledger_v1_AccountingConfiguration__Output>): grpc.ClientUnaryCall;
  
  /**
   * The defaults of the calling client.
   */
  GetClientAccountingConfiguration(argument: _pacioli_ledger_v1_GetAccountingConfigurationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_AccountingConfiguration__Output>): grpc.ClientUnaryCall;
  GetClientAccountingConfiguration(argument: _pacioli_ledger_v1_GetAccountingConfigurationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_ledger_v1_AccountingConfiguration__Output>): grpc.ClientUnaryCall;
  GetClientAccountingConfiguration(argument: _pacioli_ledger_v1_GetAccountingConfigurationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_AccountingConfiguration__Output>): grpc.ClientUnaryCall;
  GetClientAccountingConfiguration(argument: _pacioli_ledger_v1_GetAccountingConfigurationRequest, callback: grpc.requestCallback<_pacioli_ledger_v1_AccountingConfiguration__Output>): grpc.ClientUnaryCall;
  /**
   * The defaults of the calling client.
   */
  getClientAccountingConfiguration(argument: _pacioli_ledger_v1_GetAccountingConfigurationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_AccountingConfiguration__Output>): grpc.ClientUnaryCall;
  getClientAccountingConfiguration(argument: _pacioli_ledger_v1_GetAccountingConfigurationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_ledger_v1_AccountingConfiguration__Output>): grpc.ClientUnaryCall;
  getClientAccountingConfiguration(argument: _pacioli_ledger_v1_GetAccountingConfigurationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_AccountingConfiguration__Output>): grpc.ClientUnaryCall;
  getClientAccountingConfiguration(argument: _pacioli_ledger_v1_GetAccountingConfigurationRequest, callback: grpc.requestCallback<_pacioli_ledger_v1_AccountingConfiguration__Output>): grpc.ClientUnaryCall;
  
  UpdateAccountingConfiguration(argument: _pacioli_ledger_v1_UpdateAccountingConfigurationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_AccountingConfiguration__Output>): grpc.ClientUnaryCall;
  UpdateAccountingConfiguration(argument: _pacioli_ledger_v1_UpdateAccountingConfigurationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_ledger_v1_AccountingConfiguration__Output>): grpc.ClientUnaryCall;
  UpdateAccountingConfiguration(argument: _pacioli_ledger_v1_UpdateAccountingConfigurationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_AccountingConfiguration__Output>): grpc.ClientUnaryCall;
  UpdateAccountingConfiguration(argument: _pacioli_ledger_v1_UpdateAccountingConfigurationRequest, callback: grpc.requestCallback<_pacioli_ledger_v1_AccountingConfiguration__Output>): grpc.ClientUnaryCall;
  updateAccountingConfiguration(argument: _pacioli_ledger_v1_UpdateAccountingConfigurationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_AccountingConfiguration__Output>): grpc.ClientUnaryCall;
  updateAccountingConfiguration(argument: _pacioli_ledger_v1_UpdateAccountingConfigurationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_ledger_v1_AccountingConfiguration__Output>): grpc.ClientUnaryCall;
  updateAccountingConfiguration(argument: _pacioli_ledger_v1_UpdateAccountingConfigurationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_AccountingConfiguration__Output>): grpc.ClientUnaryCall;
  updateAccountingConfiguration(argument: _pacioli_ledger_v1_UpdateAccountingConfigurationRequest, callback: grpc.requestCallback<_pacioli_ledger_v1_AccountingConfiguration__Output>): grpc.ClientUnaryCall;
  
  UpdateClientAccountingConfiguration(argument: _pacioli_ledger_v1_UpdateAccountingConfigurationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_AccountingConfiguration__Output>): grpc.ClientUnaryCall;
  UpdateClientAccountingConfiguration(argument: _pacioli_ledger_v1_UpdateAccountingConfigurationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_ledger_v1_AccountingConfiguration__Output>): grpc.ClientUnaryCall;
  UpdateClientAccountingConfiguration(argument: _pacioli_ledger_v1_UpdateAccountingConfigurationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_AccountingConfiguration__Output>): grpc.ClientUnaryCall;
  UpdateClientAccountingConfiguration(argument: _pacioli_ledger_v1_UpdateAccountingConfigurationRequest, callback: grpc.requestCallback<_pacioli_ledger_v1_AccountingConfiguration__Output>): grpc.ClientUnaryCall;
  updateClientAccountingConfiguration(argument: _pacioli_ledger_v1_UpdateAccountingConfigurationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_AccountingConfiguration__Output>): grpc.ClientUnaryCall;
  updateClientAccountingConfiguration(argument: _pacioli_ledger_v1_UpdateAccountingConfigurationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_ledger_v1_AccountingConfiguration__Output>): grpc.ClientUnaryCall;
  updateClientAccountingConfiguration(argument: _pacioli_ledger_v1_UpdateAccountingConfigurationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_AccountingConfiguration__Output>): grpc.ClientUnaryCall;
  updateClientAccountingConfiguration(argument: _pacioli_ledger_v1_UpdateAccountingConfigurationRequest, callback: grpc.requestCallback<_pacioli_ledger_v1_AccountingConfiguration__Output>): grpc.ClientUnaryCall;
  
}

/**
 * Settings of the books: the defaults of a client, and what one business has instead.
 */
export interface AccountingConfigurationServiceHandlers extends grpc.UntypedServiceImplementation {
  /**
   * In effect for the business: its own settings, the client's where it has none.
   */
  GetAccountingConfiguration: grpc.handleUnaryCall<_pacioli_ledger_v1_GetAccountingConfigurationRequest__Output, _pacioli_ledger_v1_AccountingConfiguration>;
  
  /**
   * The defaults of the calling client.
   */
  GetClientAccountingConfiguration: grpc.handleUnaryCall<_pacioli_ledger_v1_GetAccountingConfigurationRequest__Output, _pacioli_ledger_v1_AccountingConfiguration>;
  
  UpdateAccountingConfiguration: grpc.handleUnaryCall<_pacioli_ledger_v1_UpdateAccountingConfigurationRequest__Output, _pacioli_ledger_v1_AccountingConfiguration>;
  
  UpdateClientAccountingConfiguration: grpc.handleUnaryCall<_pacioli_ledger_v1_UpdateAccountingConfigurationRequest__Output, _pacioli_ledger_v1_AccountingConfiguration>;
  
}

export interface AccountingConfigurationServiceDefinition extends grpc.ServiceDefinition {
  GetAccountingConfiguration: MethodDefinition<_pacioli_ledger_v1_GetAccountingConfigurationRequest, _pacioli_ledger_v1_AccountingConfiguration, _pacioli_ledger_v1_GetAccountingConfigurationRequest__Output, _pacioli_ledger_v1_AccountingConfiguration__Output>
  GetClientAccountingConfiguration: MethodDefinition<_pacioli_ledger_v1_GetAccountingConfigurationRequest, _pacioli_ledger_v1_AccountingConfiguration, _pacioli_ledger_v1_GetAccountingConfigurationRequest__Output, _pacioli_ledger_v1_AccountingConfiguration__Output>
  UpdateAccountingConfiguration: MethodDefinition<_pacioli_ledger_v1_UpdateAccountingConfigurationRequest, _pacioli_ledger_v1_AccountingConfiguration, _pacioli_ledger_v1_UpdateAccountingConfigurationRequest__Output, _pacioli_ledger_v1_AccountingConfiguration__Output>
  UpdateClientAccountingConfiguration: MethodDefinition<_pacioli_ledger_v1_UpdateAccountingConfigurationRequest, _pacioli_ledger_v1_AccountingConfiguration, _pacioli_ledger_v1_UpdateAccountingConfigurationRequest__Output, _pacioli_ledger_v1_AccountingConfiguration__Output>
}
