// Original file: pacioli/ledger/v1/postings.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { AskBooksRequest as _pacioli_ledger_v1_AskBooksRequest, AskBooksRequest__Output as _pacioli_ledger_v1_AskBooksRequest__Output } from '../../../pacioli/ledger/v1/AskBooksRequest.ts';
import type { AskBooksResponse as _pacioli_ledger_v1_AskBooksResponse, AskBooksResponse__Output as _pacioli_ledger_v1_AskBooksResponse__Output } from '../../../pacioli/ledger/v1/AskBooksResponse.ts';
import type { EnsureAccountsRequest as _pacioli_ledger_v1_EnsureAccountsRequest, EnsureAccountsRequest__Output as _pacioli_ledger_v1_EnsureAccountsRequest__Output } from '../../../pacioli/ledger/v1/EnsureAccountsRequest.ts';
import type { EnsureAccountsResponse as _pacioli_ledger_v1_EnsureAccountsResponse, EnsureAccountsResponse__Output as _pacioli_ledger_v1_EnsureAccountsResponse__Output } from '../../../pacioli/ledger/v1/EnsureAccountsResponse.ts';
import type { GetBalancesRequest as _pacioli_ledger_v1_GetBalancesRequest, GetBalancesRequest__Output as _pacioli_ledger_v1_GetBalancesRequest__Output } from '../../../pacioli/ledger/v1/GetBalancesRequest.ts';
import type { GetBalancesResponse as _pacioli_ledger_v1_GetBalancesResponse, GetBalancesResponse__Output as _pacioli_ledger_v1_GetBalancesResponse__Output } from '../../../pacioli/ledger/v1/GetBalancesResponse.ts';
import type { PostEntriesRequest as _pacioli_ledger_v1_PostEntriesRequest, PostEntriesRequest__Output as _pacioli_ledger_v1_PostEntriesRequest__Output } from '../../../pacioli/ledger/v1/PostEntriesRequest.ts';
import type { PostEntriesResponse as _pacioli_ledger_v1_PostEntriesResponse, PostEntriesResponse__Output as _pacioli_ledger_v1_PostEntriesResponse__Output } from '../../../pacioli/ledger/v1/PostEntriesResponse.ts';

/**
 * Postings of the other services. A posting_key posts once, however often it is delivered.
 */
export interface PostingsServiceClient extends grpc.Client {
  /**
   * Asked before a posting is decided: which accounts, which period, as of which epoch of the books.
   */
  AskBooks(argument: _pacioli_ledger_v1_AskBooksRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_AskBooksResponse__Output>): grpc.ClientUnaryCall;
  AskBooks(argument: _pacioli_ledger_v1_AskBooksRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_ledger_v1_AskBooksResponse__Output>): grpc.ClientUnaryCall;
  AskBooks(argument: _pacioli_ledger_v1_AskBooksRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_AskBooksResponse__Output>): grpc.ClientUnaryCall;
  AskBooks(argument: _pacioli_ledger_v1_AskBooksRequest, callback: grpc.requestCallback<_pacioli_ledger_v1_AskBooksResponse__Output>): grpc.ClientUnaryCall;
  /**
   * Asked before a posting is decided: which accounts, which period, as of which epoch of the books.
   */
  askBooks(argument: _pacioli_ledger_v1_AskBooksRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_AskBooksResponse__Output>): grpc.ClientUnaryCall;
  askBooks(argument: _pacioli_ledger_v1_AskBooksRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_ledger_v1_AskBooksResponse__Output>): grpc.ClientUnaryCall;
  askBooks(argument: _pacioli_ledger_v1_AskBooksRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_AskBooksResponse__Output>): grpc.ClientUnaryCall;
  askBooks(argument: _pacioli_ledger_v1_AskBooksRequest, callback: grpc.requestCallback<_pacioli_ledger_v1_AskBooksResponse__Output>): grpc.ClientUnaryCall;
  
  /**
   * Accounts that another service needs, made where they are missing. Time zone and currency stay from then on.
   */
  EnsureAccounts(argument: _pacioli_ledger_v1_EnsureAccountsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_EnsureAccountsResponse__Output>): grpc.ClientUnaryCall;
  EnsureAccounts(argument: _pacioli_ledger_v1_EnsureAccountsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_ledger_v1_EnsureAccountsResponse__Output>): grpc.ClientUnaryCall;
  EnsureAccounts(argument: _pacioli_ledger_v1_EnsureAccountsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_EnsureAccountsResponse__Output>): grpc.ClientUnaryCall;
  EnsureAccounts(argument: _pacioli_ledger_v1_EnsureAccountsRequest, callback: grpc.requestCallback<_pacioli_ledger_v1_EnsureAccountsResponse__Output>): grpc.ClientUnaryCall;
  /**
   * Accounts that another service needs, made where they are missing. Time zone and currency stay from then on.
   */
  ensureAccounts(argument: _pacioli_ledger_v1_EnsureAccountsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_EnsureAccountsResponse__Output>): grpc.ClientUnaryCall;
  ensureAccounts(argument: _pacioli_ledger_v1_EnsureAccountsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_ledger_v1_EnsureAccountsResponse__Output>): grpc.ClientUnaryCall;
  ensureAccounts(argument: _pacioli_ledger_v1_EnsureAccountsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_EnsureAccountsResponse__Output>): grpc.ClientUnaryCall;
  ensureAccounts(argument: _pacioli_ledger_v1_EnsureAccountsRequest, callback: grpc.requestCallback<_pacioli_ledger_v1_EnsureAccountsResponse__Output>): grpc.ClientUnaryCall;
  
  /**
   * What stands on accounts, each in its own normality; of the accrual books unless told otherwise.
   */
  GetBalances(argument: _pacioli_ledger_v1_GetBalancesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_GetBalancesResponse__Output>): grpc.ClientUnaryCall;
  GetBalances(argument: _pacioli_ledger_v1_GetBalancesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_ledger_v1_GetBalancesResponse__Output>): grpc.ClientUnaryCall;
  GetBalances(argument: _pacioli_ledger_v1_GetBalancesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_GetBalancesResponse__Output>): grpc.ClientUnaryCall;
  GetBalances(argument: _pacioli_ledger_v1_GetBalancesRequest, callback: grpc.requestCallback<_pacioli_ledger_v1_GetBalancesResponse__Output>): grpc.ClientUnaryCall;
  /**
   * What stands on accounts, each in its own normality; of the accrual books unless told otherwise.
   */
  getBalances(argument: _pacioli_ledger_v1_GetBalancesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_GetBalancesResponse__Output>): grpc.ClientUnaryCall;
  getBalances(argument: _pacioli_ledger_v1_GetBalancesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_ledger_v1_GetBalancesResponse__Output>): grpc.ClientUnaryCall;
  getBalances(argument: _pacioli_ledger_v1_GetBalancesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_GetBalancesResponse__Output>): grpc.ClientUnaryCall;
  getBalances(argument: _pacioli_ledger_v1_GetBalancesRequest, callback: grpc.requestCallback<_pacioli_ledger_v1_GetBalancesResponse__Output>): grpc.ClientUnaryCall;
  
  PostEntries(argument: _pacioli_ledger_v1_PostEntriesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_PostEntriesResponse__Output>): grpc.ClientUnaryCall;
  PostEntries(argument: _pacioli_ledger_v1_PostEntriesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_ledger_v1_PostEntriesResponse__Output>): grpc.ClientUnaryCall;
  PostEntries(argument: _pacioli_ledger_v1_PostEntriesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_PostEntriesResponse__Output>): grpc.ClientUnaryCall;
  PostEntries(argument: _pacioli_ledger_v1_PostEntriesRequest, callback: grpc.requestCallback<_pacioli_ledger_v1_PostEntriesResponse__Output>): grpc.ClientUnaryCall;
  postEntries(argument: _pacioli_ledger_v1_PostEntriesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_PostEntriesResponse__Output>): grpc.ClientUnaryCall;
  postEntries(argument: _pacioli_ledger_v1_PostEntriesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_ledger_v1_PostEntriesResponse__Output>): grpc.ClientUnaryCall;
  postEntries(argument: _pacioli_ledger_v1_PostEntriesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_PostEntriesResponse__Output>): grpc.ClientUnaryCall;
  postEntries(argument: _pacioli_ledger_v1_PostEntriesRequest, callback: grpc.requestCallback<_pacioli_ledger_v1_PostEntriesResponse__Output>): grpc.ClientUnaryCall;
  
}

/**
 * Postings of the other services. A posting_key posts once, however often it is delivered.
 */
export interface PostingsServiceHandlers extends grpc.UntypedServiceImplementation {
  /**
   * Asked before a posting is decided: which accounts, which period, as of which epoch of the books.
   */
  AskBooks: grpc.handleUnaryCall<_pacioli_ledger_v1_AskBooksRequest__Output, _pacioli_ledger_v1_AskBooksResponse>;
  
  /**
   * Accounts that another service needs, made where they are missing. Time zone and currency stay from then on.
   */
  EnsureAccounts: grpc.handleUnaryCall<_pacioli_ledger_v1_EnsureAccountsRequest__Output, _pacioli_ledger_v1_EnsureAccountsResponse>;
  
  /**
   * What stands on accounts, each in its own normality; of the accrual books unless told otherwise.
   */
  GetBalances: grpc.handleUnaryCall<_pacioli_ledger_v1_GetBalancesRequest__Output, _pacioli_ledger_v1_GetBalancesResponse>;
  
  PostEntries: grpc.handleUnaryCall<_pacioli_ledger_v1_PostEntriesRequest__Output, _pacioli_ledger_v1_PostEntriesResponse>;
  
}

export interface PostingsServiceDefinition extends grpc.ServiceDefinition {
  AskBooks: MethodDefinition<_pacioli_ledger_v1_AskBooksRequest, _pacioli_ledger_v1_AskBooksResponse, _pacioli_ledger_v1_AskBooksRequest__Output, _pacioli_ledger_v1_AskBooksResponse__Output>
  EnsureAccounts: MethodDefinition<_pacioli_ledger_v1_EnsureAccountsRequest, _pacioli_ledger_v1_EnsureAccountsResponse, _pacioli_ledger_v1_EnsureAccountsRequest__Output, _pacioli_ledger_v1_EnsureAccountsResponse__Output>
  GetBalances: MethodDefinition<_pacioli_ledger_v1_GetBalancesRequest, _pacioli_ledger_v1_GetBalancesResponse, _pacioli_ledger_v1_GetBalancesRequest__Output, _pacioli_ledger_v1_GetBalancesResponse__Output>
  PostEntries: MethodDefinition<_pacioli_ledger_v1_PostEntriesRequest, _pacioli_ledger_v1_PostEntriesResponse, _pacioli_ledger_v1_PostEntriesRequest__Output, _pacioli_ledger_v1_PostEntriesResponse__Output>
}
