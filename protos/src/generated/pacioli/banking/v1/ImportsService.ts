// Original file: pacioli/banking/v1/imports.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { ImportAnswer as _pacioli_banking_v1_ImportAnswer, ImportAnswer__Output as _pacioli_banking_v1_ImportAnswer__Output } from '../../../pacioli/banking/v1/ImportAnswer.ts';
import type { ImportStatementRequest as _pacioli_banking_v1_ImportStatementRequest, ImportStatementRequest__Output as _pacioli_banking_v1_ImportStatementRequest__Output } from '../../../pacioli/banking/v1/ImportStatementRequest.ts';
import type { ImportTransactionsRequest as _pacioli_banking_v1_ImportTransactionsRequest, ImportTransactionsRequest__Output as _pacioli_banking_v1_ImportTransactionsRequest__Output } from '../../../pacioli/banking/v1/ImportTransactionsRequest.ts';

/**
 * Transactions from a feed and from statement files.
 */
export interface ImportsServiceClient extends grpc.Client {
  ImportStatement(argument: _pacioli_banking_v1_ImportStatementRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_banking_v1_ImportAnswer__Output>): grpc.ClientUnaryCall;
  ImportStatement(argument: _pacioli_banking_v1_ImportStatementRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_banking_v1_ImportAnswer__Output>): grpc.ClientUnaryCall;
  ImportStatement(argument: _pacioli_banking_v1_ImportStatementRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_banking_v1_ImportAnswer__Output>): grpc.ClientUnaryCall;
  ImportStatement(argument: _pacioli_banking_v1_ImportStatementRequest, callback: grpc.requestCallback<_pacioli_banking_v1_ImportAnswer__Output>): grpc.ClientUnaryCall;
  importStatement(argument: _pacioli_banking_v1_ImportStatementRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_banking_v1_ImportAnswer__Output>): grpc.ClientUnaryCall;
  importStatement(argument: _pacioli_banking_v1_ImportStatementRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_banking_v1_ImportAnswer__Output>): grpc.ClientUnaryCall;
  importStatement(argument: _pacioli_banking_v1_ImportStatementRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_banking_v1_ImportAnswer__Output>): grpc.ClientUnaryCall;
  importStatement(argument: _pacioli_banking_v1_ImportStatementRequest, callback: grpc.requestCallback<_pacioli_banking_v1_ImportAnswer__Output>): grpc.ClientUnaryCall;
  
  ImportTransactions(argument: _pacioli_banking_v1_ImportTransactionsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_banking_v1_ImportAnswer__Output>): grpc.ClientUnaryCall;
  ImportTransactions(argument: _pacioli_banking_v1_ImportTransactionsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_banking_v1_ImportAnswer__Output>): grpc.ClientUnaryCall;
  ImportTransactions(argument: _pacioli_banking_v1_ImportTransactionsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_banking_v1_ImportAnswer__Output>): grpc.ClientUnaryCall;
  ImportTransactions(argument: _pacioli_banking_v1_ImportTransactionsRequest, callback: grpc.requestCallback<_pacioli_banking_v1_ImportAnswer__Output>): grpc.ClientUnaryCall;
  importTransactions(argument: _pacioli_banking_v1_ImportTransactionsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_banking_v1_ImportAnswer__Output>): grpc.ClientUnaryCall;
  importTransactions(argument: _pacioli_banking_v1_ImportTransactionsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_banking_v1_ImportAnswer__Output>): grpc.ClientUnaryCall;
  importTransactions(argument: _pacioli_banking_v1_ImportTransactionsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_banking_v1_ImportAnswer__Output>): grpc.ClientUnaryCall;
  importTransactions(argument: _pacioli_banking_v1_ImportTransactionsRequest, callback: grpc.requestCallback<_pacioli_banking_v1_ImportAnswer__Output>): grpc.ClientUnaryCall;
  
}

/**
 * Transactions from a feed and from statement files.
 */
export interface ImportsServiceHandlers extends grpc.UntypedServiceImplementation {
  ImportStatement: grpc.handleUnaryCall<_pacioli_banking_v1_ImportStatementRequest__Output, _pacioli_banking_v1_ImportAnswer>;
  
  ImportTransactions: grpc.handleUnaryCall<_pacioli_banking_v1_ImportTransactionsRequest__Output, _pacioli_banking_v1_ImportAnswer>;
  
}

export interface ImportsServiceDefinition extends grpc.ServiceDefinition {
  ImportStatement: MethodDefinition<_pacioli_banking_v1_ImportStatementRequest, _pacioli_banking_v1_ImportAnswer, _pacioli_banking_v1_ImportStatementRequest__Output, _pacioli_banking_v1_ImportAnswer__Output>
  ImportTransactions: MethodDefinition<_pacioli_banking_v1_ImportTransactionsRequest, _pacioli_banking_v1_ImportAnswer, _pacioli_banking_v1_ImportTransactionsRequest__Output, _pacioli_banking_v1_ImportAnswer__Output>
}
