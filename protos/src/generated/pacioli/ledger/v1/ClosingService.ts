// Original file: pacioli/ledger/v1/closing.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { CloseRetainedEarningsResponse as _pacioli_ledger_v1_CloseRetainedEarningsResponse, CloseRetainedEarningsResponse__Output as _pacioli_ledger_v1_CloseRetainedEarningsResponse__Output } from '../../../pacioli/ledger/v1/CloseRetainedEarningsResponse.ts';
import type { ClosingActionAnswer as _pacioli_ledger_v1_ClosingActionAnswer, ClosingActionAnswer__Output as _pacioli_ledger_v1_ClosingActionAnswer__Output } from '../../../pacioli/ledger/v1/ClosingActionAnswer.ts';
import type { ClosingInput as _pacioli_ledger_v1_ClosingInput, ClosingInput__Output as _pacioli_ledger_v1_ClosingInput__Output } from '../../../pacioli/ledger/v1/ClosingInput.ts';
import type { GetClosingActionRequest as _pacioli_ledger_v1_GetClosingActionRequest, GetClosingActionRequest__Output as _pacioli_ledger_v1_GetClosingActionRequest__Output } from '../../../pacioli/ledger/v1/GetClosingActionRequest.ts';
import type { ListClosingActionsRequest as _pacioli_ledger_v1_ListClosingActionsRequest, ListClosingActionsRequest__Output as _pacioli_ledger_v1_ListClosingActionsRequest__Output } from '../../../pacioli/ledger/v1/ListClosingActionsRequest.ts';
import type { ListClosingActionsResponse as _pacioli_ledger_v1_ListClosingActionsResponse, ListClosingActionsResponse__Output as _pacioli_ledger_v1_ListClosingActionsResponse__Output } from '../../../pacioli/ledger/v1/ListClosingActionsResponse.ts';
import type { PreviewRetainedEarningsResponse as _pacioli_ledger_v1_PreviewRetainedEarningsResponse, PreviewRetainedEarningsResponse__Output as _pacioli_ledger_v1_PreviewRetainedEarningsResponse__Output } from '../../../pacioli/ledger/v1/PreviewRetainedEarningsResponse.ts';
import type { ReverseClosingActionRequest as _pacioli_ledger_v1_ReverseClosingActionRequest, ReverseClosingActionRequest__Output as _pacioli_ledger_v1_ReverseClosingActionRequest__Output } from '../../../pacioli/ledger/v1/ReverseClosingActionRequest.ts';

/**
 * Closing revenue and expense accounts to retained earnings.
 */
export interface ClosingServiceClient extends grpc.Client {
  CloseRetainedEarnings(argument: _pacioli_ledger_v1_ClosingInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_CloseRetainedEarningsResponse__Output>): grpc.ClientUnaryCall;
  CloseRetainedEarnings(argument: _pacioli_ledger_v1_ClosingInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_ledger_v1_CloseRetainedEarningsResponse__Output>): grpc.ClientUnaryCall;
  CloseRetainedEarnings(argument: _pacioli_ledger_v1_ClosingInput, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_CloseRetainedEarningsResponse__Output>): grpc.ClientUnaryCall;
  CloseRetainedEarnings(argument: _pacioli_ledger_v1_ClosingInput, callback: grpc.requestCallback<_pacioli_ledger_v1_CloseRetainedEarningsResponse__Output>): grpc.ClientUnaryCall;
  closeRetainedEarnings(argument: _pacioli_ledger_v1_ClosingInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_CloseRetainedEarningsResponse__Output>): grpc.ClientUnaryCall;
  closeRetainedEarnings(argument: _pacioli_ledger_v1_ClosingInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_ledger_v1_CloseRetainedEarningsResponse__Output>): grpc.ClientUnaryCall;
  closeRetainedEarnings(argument: _pacioli_ledger_v1_ClosingInput, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_CloseRetainedEarningsResponse__Output>): grpc.ClientUnaryCall;
  closeRetainedEarnings(argument: _pacioli_ledger_v1_ClosingInput, callback: grpc.requestCallback<_pacioli_ledger_v1_CloseRetainedEarningsResponse__Output>): grpc.ClientUnaryCall;
  
  GetClosingAction(argument: _pacioli_ledger_v1_GetClosingActionRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_ClosingActionAnswer__Output>): grpc.ClientUnaryCall;
  GetClosingAction(argument: _pacioli_ledger_v1_GetClosingActionRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_ledger_v1_ClosingActionAnswer__Output>): grpc.ClientUnaryCall;
  GetClosingAction(argument: _pacioli_ledger_v1_GetClosingActionRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_ClosingActionAnswer__Output>): grpc.ClientUnaryCall;
  GetClosingAction(argument: _pacioli_ledger_v1_GetClosingActionRequest, callback: grpc.requestCallback<_pacioli_ledger_v1_ClosingActionAnswer__Output>): grpc.ClientUnaryCall;
  getClosingAction(argument: _pacioli_ledger_v1_GetClosingActionRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_ClosingActionAnswer__Output>): grpc.ClientUnaryCall;
  getClosingAction(argument: _pacioli_ledger_v1_GetClosingActionRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_ledger_v1_ClosingActionAnswer__Output>): grpc.ClientUnaryCall;
  getClosingAction(argument: _pacioli_ledger_v1_GetClosingActionRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_ClosingActionAnswer__Output>): grpc.ClientUnaryCall;
  getClosingAction(argument: _pacioli_ledger_v1_GetClosingActionRequest, callback: grpc.requestCallback<_pacioli_ledger_v1_ClosingActionAnswer__Output>): grpc.ClientUnaryCall;
  
  ListClosingActions(argument: _pacioli_ledger_v1_ListClosingActionsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_ListClosingActionsResponse__Output>): grpc.ClientUnaryCall;
  ListClosingActions(argument: _pacioli_ledger_v1_ListClosingActionsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_ledger_v1_ListClosingActionsResponse__Output>): grpc.ClientUnaryCall;
  ListClosingActions(argument: _pacioli_ledger_v1_ListClosingActionsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_ListClosingActionsResponse__Output>): grpc.ClientUnaryCall;
  ListClosingActions(argument: _pacioli_ledger_v1_ListClosingActionsRequest, callback: grpc.requestCallback<_pacioli_ledger_v1_ListClosingActionsResponse__Output>): grpc.ClientUnaryCall;
  listClosingActions(argument: _pacioli_ledger_v1_ListClosingActionsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_ListClosingActionsResponse__Output>): grpc.ClientUnaryCall;
  listClosingActions(argument: _pacioli_ledger_v1_ListClosingActionsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_ledger_v1_ListClosingActionsResponse__Output>): grpc.ClientUnaryCall;
  listClosingActions(argument: _pacioli_ledger_v1_ListClosingActionsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_ListClosingActionsResponse__Output>): grpc.ClientUnaryCall;
  listClosingActions(argument: _pacioli_ledger_v1_ListClosingActionsRequest, callback: grpc.requestCallback<_pacioli_ledger_v1_ListClosingActionsResponse__Output>): grpc.ClientUnaryCall;
  
  /**
   * Writes nothing at all.
   */
  PreviewRetainedEarnings(argument: _pacioli_ledger_v1_ClosingInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_PreviewRetainedEarningsResponse__Output>): grpc.ClientUnaryCall;
  PreviewRetainedEarnings(argument: _pacioli_ledger_v1_ClosingInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_ledger_v1_PreviewRetainedEarningsResponse__Output>): grpc.ClientUnaryCall;
  PreviewRetainedEarnings(argument: _pacioli_ledger_v1_ClosingInput, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_PreviewRetainedEarningsResponse__Output>): grpc.ClientUnaryCall;
  PreviewRetainedEarnings(argument: _pacioli_ledger_v1_ClosingInput, callback: grpc.requestCallback<_pacioli_ledger_v1_PreviewRetainedEarningsResponse__Output>): grpc.ClientUnaryCall;
  /**
   * Writes nothing at all.
   */
  previewRetainedEarnings(argument: _pacioli_ledger_v1_ClosingInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_PreviewRetainedEarningsResponse__Output>): grpc.ClientUnaryCall;
  previewRetainedEarnings(argument: _pacioli_ledger_v1_ClosingInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_ledger_v1_PreviewRetainedEarningsResponse__Output>): grpc.ClientUnaryCall;
  previewRetainedEarnings(argument: _pacioli_ledger_v1_ClosingInput, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_PreviewRetainedEarningsResponse__Output>): grpc.ClientUnaryCall;
  previewRetainedEarnings(argument: _pacioli_ledger_v1_ClosingInput, callback: grpc.requestCallback<_pacioli_ledger_v1_PreviewRetainedEarningsResponse__Output>): grpc.ClientUnaryCall;
  
  ReverseClosingAction(argument: _pacioli_ledger_v1_ReverseClosingActionRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_ClosingActionAnswer__Output>): grpc.ClientUnaryCall;
  ReverseClosingAction(argument: _pacioli_ledger_v1_ReverseClosingActionRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_ledger_v1_ClosingActionAnswer__Output>): grpc.ClientUnaryCall;
  ReverseClosingAction(argument: _pacioli_ledger_v1_ReverseClosingActionRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_ClosingActionAnswer__Output>): grpc.ClientUnaryCall;
  ReverseClosingAction(argument: _pacioli_ledger_v1_ReverseClosingActionRequest, callback: grpc.requestCallback<_pacioli_ledger_v1_ClosingActionAnswer__Output>): grpc.ClientUnaryCall;
  reverseClosingAction(argument: _pacioli_ledger_v1_ReverseClosingActionRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_ClosingActionAnswer__Output>): grpc.ClientUnaryCall;
  reverseClosingAction(argument: _pacioli_ledger_v1_ReverseClosingActionRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_ledger_v1_ClosingActionAnswer__Output>): grpc.ClientUnaryCall;
  reverseClosingAction(argument: _pacioli_ledger_v1_ReverseClosingActionRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_ClosingActionAnswer__Output>): grpc.ClientUnaryCall;
  reverseClosingAction(argument: _pacioli_ledger_v1_ReverseClosingActionRequest, callback: grpc.requestCallback<_pacioli_ledger_v1_ClosingActionAnswer__Output>): grpc.ClientUnaryCall;
  
}

/**
 * Closing revenue and expense accounts to retained earnings.
 */
export interface ClosingServiceHandlers extends grpc.UntypedServiceImplementation {
  CloseRetainedEarnings: grpc.handleUnaryCall<_pacioli_ledger_v1_ClosingInput__Output, _pacioli_ledger_v1_CloseRetainedEarningsResponse>;
  
  GetClosingAction: grpc.handleUnaryCall<_pacioli_ledger_v1_GetClosingActionRequest__Output, _pacioli_ledger_v1_ClosingActionAnswer>;
  
  ListClosingActions: grpc.handleUnaryCall<_pacioli_ledger_v1_ListClosingActionsRequest__Output, _pacioli_ledger_v1_ListClosingActionsResponse>;
  
  /**
   * Writes nothing at all.
   */
  PreviewRetainedEarnings: grpc.handleUnaryCall<_pacioli_ledger_v1_ClosingInput__Output, _pacioli_ledger_v1_PreviewRetainedEarningsResponse>;
  
  ReverseClosingAction: grpc.handleUnaryCall<_pacioli_ledger_v1_ReverseClosingActionRequest__Output, _pacioli_ledger_v1_ClosingActionAnswer>;
  
}

export interface ClosingServiceDefinition extends grpc.ServiceDefinition {
  CloseRetainedEarnings: MethodDefinition<_pacioli_ledger_v1_ClosingInput, _pacioli_ledger_v1_CloseRetainedEarningsResponse, _pacioli_ledger_v1_ClosingInput__Output, _pacioli_ledger_v1_CloseRetainedEarningsResponse__Output>
  GetClosingAction: MethodDefinition<_pacioli_ledger_v1_GetClosingActionRequest, _pacioli_ledger_v1_ClosingActionAnswer, _pacioli_ledger_v1_GetClosingActionRequest__Output, _pacioli_ledger_v1_ClosingActionAnswer__Output>
  ListClosingActions: MethodDefinition<_pacioli_ledger_v1_ListClosingActionsRequest, _pacioli_ledger_v1_ListClosingActionsResponse, _pacioli_ledger_v1_ListClosingActionsRequest__Output, _pacioli_ledger_v1_ListClosingActionsResponse__Output>
  PreviewRetainedEarnings: MethodDefinition<_pacioli_ledger_v1_ClosingInput, _pacioli_ledger_v1_PreviewRetainedEarningsResponse, _pacioli_ledger_v1_ClosingInput__Output, _pacioli_ledger_v1_PreviewRetainedEarningsResponse__Output>
  ReverseClosingAction: MethodDefinition<_pacioli_ledger_v1_ReverseClosingActionRequest, _pacioli_ledger_v1_ClosingActionAnswer, _pacioli_ledger_v1_ReverseClosingActionRequest__Output, _pacioli_ledger_v1_ClosingActionAnswer__Output>
}
