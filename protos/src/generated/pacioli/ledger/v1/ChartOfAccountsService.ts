// Original file: pacioli/ledger/v1/chart_of_accounts.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { AccountAnswer as _pacioli_ledger_v1_AccountAnswer, AccountAnswer__Output as _pacioli_ledger_v1_AccountAnswer__Output } from '../../../pacioli/ledger/v1/AccountAnswer.ts';
import type { CreateAccountRequest as _pacioli_ledger_v1_CreateAccountRequest, CreateAccountRequest__Output as _pacioli_ledger_v1_CreateAccountRequest__Output } from '../../../pacioli/ledger/v1/CreateAccountRequest.ts';
import type { GetChartRequest as _pacioli_ledger_v1_GetChartRequest, GetChartRequest__Output as _pacioli_ledger_v1_GetChartRequest__Output } from '../../../pacioli/ledger/v1/GetChartRequest.ts';
import type { GetChartResponse as _pacioli_ledger_v1_GetChartResponse, GetChartResponse__Output as _pacioli_ledger_v1_GetChartResponse__Output } from '../../../pacioli/ledger/v1/GetChartResponse.ts';
import type { ListAccountsRequest as _pacioli_ledger_v1_ListAccountsRequest, ListAccountsRequest__Output as _pacioli_ledger_v1_ListAccountsRequest__Output } from '../../../pacioli/ledger/v1/ListAccountsRequest.ts';
import type { ListAccountsResponse as _pacioli_ledger_v1_ListAccountsResponse, ListAccountsResponse__Output as _pacioli_ledger_v1_ListAccountsResponse__Output } from '../../../pacioli/ledger/v1/ListAccountsResponse.ts';
import type { UpdateAccountRequest as _pacioli_ledger_v1_UpdateAccountRequest, UpdateAccountRequest__Output as _pacioli_ledger_v1_UpdateAccountRequest__Output } from '../../../pacioli/ledger/v1/UpdateAccountRequest.ts';

/**
 * The chart of accounts of a business, and what stands on its accounts.
 */
export interface ChartOfAccountsServiceClient extends grpc.Client {
  CreateAccount(argument: _pacioli_ledger_v1_CreateAccountRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_AccountAnswer__Output>): grpc.ClientUnaryCall;
  CreateAccount(argument: _pacioli_ledger_v1_CreateAccountRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_ledger_v1_AccountAnswer__Output>): grpc.ClientUnaryCall;
  CreateAccount(argument: _pacioli_ledger_v1_CreateAccountRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_AccountAnswer__Output>): grpc.ClientUnaryCall;
  CreateAccount(argument: _pacioli_ledger_v1_CreateAccountRequest, callback: grpc.requestCallback<_pacioli_ledger_v1_AccountAnswer__Output>): grpc.ClientUnaryCall;
  createAccount(argument: _pacioli_ledger_v1_CreateAccountRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_AccountAnswer__Output>): grpc.ClientUnaryCall;
  createAccount(argument: _pacioli_ledger_v1_CreateAccountRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_ledger_v1_AccountAnswer__Output>): grpc.ClientUnaryCall;
  createAccount(argument: _pacioli_ledger_v1_CreateAccountRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_AccountAnswer__Output>): grpc.ClientUnaryCall;
  createAccount(argument: _pacioli_ledger_v1_CreateAccountRequest, callback: grpc.requestCallback<_pacioli_ledger_v1_AccountAnswer__Output>): grpc.ClientUnaryCall;
  
  GetChart(argument: _pacioli_ledger_v1_GetChartRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_GetChartResponse__Output>): grpc.ClientUnaryCall;
  GetChart(argument: _pacioli_ledger_v1_GetChartRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_ledger_v1_GetChartResponse__Output>): grpc.ClientUnaryCall;
  GetChart(argument: _pacioli_ledger_v1_GetChartRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_GetChartResponse__Output>): grpc.ClientUnaryCall;
  GetChart(argument: _pacioli_ledger_v1_GetChartRequest, callback: grpc.requestCallback<_pacioli_ledger_v1_GetChartResponse__Output>): grpc.ClientUnaryCall;
  getChart(argument: _pacioli_ledger_v1_GetChartRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_GetChartResponse__Output>): grpc.ClientUnaryCall;
  getChart(argument: _pacioli_ledger_v1_GetChartRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_ledger_v1_GetChartResponse__Output>): grpc.ClientUnaryCall;
  getChart(argument: _pacioli_ledger_v1_GetChartRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_GetChartResponse__Output>): grpc.ClientUnaryCall;
  getChart(argument: _pacioli_ledger_v1_GetChartRequest, callback: grpc.requestCallback<_pacioli_ledger_v1_GetChartResponse__Output>): grpc.ClientUnaryCall;
  
  ListAccounts(argument: _pacioli_ledger_v1_ListAccountsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_ListAccountsResponse__Output>): grpc.ClientUnaryCall;
  ListAccounts(argument: _pacioli_ledger_v1_ListAccountsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_ledger_v1_ListAccountsResponse__Output>): grpc.ClientUnaryCall;
  ListAccounts(argument: _pacioli_ledger_v1_ListAccountsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_ListAccountsResponse__Output>): grpc.ClientUnaryCall;
  ListAccounts(argument: _pacioli_ledger_v1_ListAccountsRequest, callback: grpc.requestCallback<_pacioli_ledger_v1_ListAccountsResponse__Output>): grpc.ClientUnaryCall;
  listAccounts(argument: _pacioli_ledger_v1_ListAccountsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_ListAccountsResponse__Output>): grpc.ClientUnaryCall;
  listAccounts(argument: _pacioli_ledger_v1_ListAccountsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_ledger_v1_ListAccountsResponse__Output>): grpc.ClientUnaryCall;
  listAccounts(argument: _pacioli_ledger_v1_ListAccountsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_ListAccountsResponse__Output>): grpc.ClientUnaryCall;
  listAccounts(argument: _pacioli_ledger_v1_ListAccountsRequest, callback: grpc.requestCallback<_pacioli_ledger_v1_ListAccountsResponse__Output>): grpc.ClientUnaryCall;
  
  UpdateAccount(argument: _pacioli_ledger_v1_UpdateAccountRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_AccountAnswer__Output>): grpc.ClientUnaryCall;
  UpdateAccount(argument: _pacioli_ledger_v1_UpdateAccountRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_ledger_v1_AccountAnswer__Output>): grpc.ClientUnaryCall;
  UpdateAccount(argument: _pacioli_ledger_v1_UpdateAccountRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_AccountAnswer__Output>): grpc.ClientUnaryCall;
  UpdateAccount(argument: _pacioli_ledger_v1_UpdateAccountRequest, callback: grpc.requestCallback<_pacioli_ledger_v1_AccountAnswer__Output>): grpc.ClientUnaryCall;
  updateAccount(argument: _pacioli_ledger_v1_UpdateAccountRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_AccountAnswer__Output>): grpc.ClientUnaryCall;
  updateAccount(argument: _pacioli_ledger_v1_UpdateAccountRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_ledger_v1_AccountAnswer__Output>): grpc.ClientUnaryCall;
  updateAccount(argument: _pacioli_ledger_v1_UpdateAccountRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_AccountAnswer__Output>): grpc.ClientUnaryCall;
  updateAccount(argument: _pacioli_ledger_v1_UpdateAccountRequest, callback: grpc.requestCallback<_pacioli_ledger_v1_AccountAnswer__Output>): grpc.ClientUnaryCall;
  
}

/**
 * The chart of accounts of a business, and what stands on its accounts.
 */
export interface ChartOfAccountsServiceHandlers extends grpc.UntypedServiceImplementation {
  CreateAccount: grpc.handleUnaryCall<_pacioli_ledger_v1_CreateAccountRequest__Output, _pacioli_ledger_v1_AccountAnswer>;
  
  GetChart: grpc.handleUnaryCall<_pacioli_ledger_v1_GetChartRequest__Output, _pacioli_ledger_v1_GetChartResponse>;
  
  ListAccounts: grpc.handleUnaryCall<_pacioli_ledger_v1_ListAccountsRequest__Output, _pacioli_ledger_v1_ListAccountsResponse>;
  
  UpdateAccount: grpc.handleUnaryCall<_pacioli_ledger_v1_UpdateAccountRequest__Output, _pacioli_ledger_v1_AccountAnswer>;
  
}

export interface ChartOfAccountsServiceDefinition extends grpc.ServiceDefinition {
  CreateAccount: MethodDefinition<_pacioli_ledger_v1_CreateAccountRequest, _pacioli_ledger_v1_AccountAnswer, _pacioli_ledger_v1_CreateAccountRequest__Output, _pacioli_ledger_v1_AccountAnswer__Output>
  GetChart: MethodDefinition<_pacioli_ledger_v1_GetChartRequest, _pacioli_ledger_v1_GetChartResponse, _pacioli_ledger_v1_GetChartRequest__Output, _pacioli_ledger_v1_GetChartResponse__Output>
  ListAccounts: MethodDefinition<_pacioli_ledger_v1_ListAccountsRequest, _pacioli_ledger_v1_ListAccountsResponse, _pacioli_ledger_v1_ListAccountsRequest__Output, _pacioli_ledger_v1_ListAccountsResponse__Output>
  UpdateAccount: MethodDefinition<_pacioli_ledger_v1_UpdateAccountRequest, _pacioli_ledger_v1_AccountAnswer, _pacioli_ledger_v1_UpdateAccountRequest__Output, _pacioli_ledger_v1_AccountAnswer__Output>
}
