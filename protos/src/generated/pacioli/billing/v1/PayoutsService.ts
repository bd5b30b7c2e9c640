// Original file: pacioli/billing/v1/payouts.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { GetPayoutRequest as _pacioli_billing_v1_GetPayoutRequest, GetPayoutRequest__Output as _pacioli_billing_v1_GetPayoutRequest__Output } from '../../../pacioli/billing/v1/GetPayoutRequest.ts';
import type { ListPayoutsRequest as _pacioli_billing_v1_ListPayoutsRequest, ListPayoutsRequest__Output as _pacioli_billing_v1_ListPayoutsRequest__Output } from '../../../pacioli/billing/v1/ListPayoutsRequest.ts';
import type { ListPayoutsResponse as _pacioli_billing_v1_ListPayoutsResponse, ListPayoutsResponse__Output as _pacioli_billing_v1_ListPayoutsResponse__Output } from '../../../pacioli/billing/v1/ListPayoutsResponse.ts';
import type { PayoutAnswer as _pacioli_billing_v1_PayoutAnswer, PayoutAnswer__Output as _pacioli_billing_v1_PayoutAnswer__Output } from '../../../pacioli/billing/v1/PayoutAnswer.ts';
import type { PayoutInput as _pacioli_billing_v1_PayoutInput, PayoutInput__Output as _pacioli_billing_v1_PayoutInput__Output } from '../../../pacioli/billing/v1/PayoutInput.ts';

/**
 * What a processor deposits: payments less refunds, fees and whatever else it settles.
 */
export interface PayoutsServiceClient extends grpc.Client {
  CreatePayout(argument: _pacioli_billing_v1_PayoutInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_PayoutAnswer__Output>): grpc.ClientUnaryCall;
  CreatePayout(argument: _pacioli_billing_v1_PayoutInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_billing_v1_PayoutAnswer__Output>): grpc.ClientUnaryCall;
  CreatePayout(argument: _pacioli_billing_v1_PayoutInput, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_PayoutAnswer__Output>): grpc.ClientUnaryCall;
  CreatePayout(argument: _pacioli_billing_v1_PayoutInput, callback: grpc.requestCallback<_pacioli_billing_v1_PayoutAnswer__Output>): grpc.ClientUnaryCall;
  createPayout(argument: _pacioli_billing_v1_PayoutInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_PayoutAnswer__Output>): grpc.ClientUnaryCall;
  createPayout(argument: _pacioli_billing_v1_PayoutInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_billing_v1_PayoutAnswer__Output>): grpc.ClientUnaryCall;
  createPayout(argument: _pacioli_billing_v1_PayoutInput, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_PayoutAnswer__Output>): grpc.ClientUnaryCall;
  createPayout(argument: _pacioli_billing_v1_PayoutInput, callback: grpc.requestCallback<_pacioli_billing_v1_PayoutAnswer__Output>): grpc.ClientUnaryCall;
  
  GetPayout(argument: _pacioli_billing_v1_GetPayoutRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_PayoutAnswer__Output>): grpc.ClientUnaryCall;
  GetPayout(argument: _pacioli_billing_v1_GetPayoutRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_billing_v1_PayoutAnswer__Output>): grpc.ClientUnaryCall;
  GetPayout(argument: _pacioli_billing_v1_GetPayoutRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_PayoutAnswer__Output>): grpc.ClientUnaryCall;
  GetPayout(argument: _pacioli_billing_v1_GetPayoutRequest, callback: grpc.requestCallback<_pacioli_billing_v1_PayoutAnswer__Output>): grpc.ClientUnaryCall;
  getPayout(argument: _pacioli_billing_v1_GetPayoutRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_PayoutAnswer__Output>): grpc.ClientUnaryCall;
  getPayout(argument: _pacioli_billing_v1_GetPayoutRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_billing_v1_PayoutAnswer__Output>): grpc.ClientUnaryCall;
  getPayout(argument: _pacioli_billing_v1_GetPayoutRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_PayoutAnswer__Output>): grpc.ClientUnaryCall;
  getPayout(argument: _pacioli_billing_v1_GetPayoutRequest, callback: grpc.requestCallback<_pacioli_billing_v1_PayoutAnswer__Output>): grpc.ClientUnaryCall;
  
  ListPayouts(argument: _pacioli_billing_v1_ListPayoutsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_ListPayoutsResponse__Output>): grpc.ClientUnaryCall;
  ListPayouts(argument: _pacioli_billing_v1_ListPayoutsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_billing_v1_ListPayoutsResponse__Output>): grpc.ClientUnaryCall;
  ListPayouts(argument: _pacioli_billing_v1_ListPayoutsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_ListPayoutsResponse__Output>): grpc.ClientUnaryCall;
  ListPayouts(argument: _pacioli_billing_v1_ListPayoutsRequest, callback: grpc.requestCallback<_pacioli_billing_v1_ListPayoutsResponse__Output>): grpc.ClientUnaryCall;
  listPayouts(argument: _pacioli_billing_v1_ListPayoutsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_ListPayoutsResponse__Output>): grpc.ClientUnaryCall;
  listPayouts(argument: _pacioli_billing_v1_ListPayoutsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_billing_v1_ListPayoutsResponse__Output>): grpc.ClientUnaryCall;
  listPayouts(argument: _pacioli_billing_v1_ListPayoutsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_ListPayoutsResponse__Output>): grpc.ClientUnaryCall;
  listPayouts(argument: _pacioli_billing_v1_ListPayoutsRequest, callback: grpc.requestCallback<_pacioli_billing_v1_ListPayoutsResponse__Output>): grpc.ClientUnaryCall;
  
}

/**
 * What a processor deposits: payments less refunds, fees and whatever else it settles.
 */
export interface PayoutsServiceHandlers extends grpc.UntypedServiceImplementation {
  CreatePayout: grpc.handleUnaryCall<_pacioli_billing_v1_PayoutInput__Output, _pacioli_billing_v1_PayoutAnswer>;
  
  GetPayout: grpc.handleUnaryCall<_pacioli_billing_v1_GetPayoutRequest__Output, _pacioli_billing_v1_PayoutAnswer>;
  
  ListPayouts: grpc.handleUnaryCall<_pacioli_billing_v1_ListPayoutsRequest__Output, _pacioli_billing_v1_ListPayoutsResponse>;
  
}

export interface PayoutsServiceDefinition extends grpc.ServiceDefinition {
  CreatePayout: MethodDefinition<_pacioli_billing_v1_PayoutInput, _pacioli_billing_v1_PayoutAnswer, _pacioli_billing_v1_PayoutInput__Output, _pacioli_billing_v1_PayoutAnswer__Output>
  GetPayout: MethodDefinition<_pacioli_billing_v1_GetPayoutRequest, _pacioli_billing_v1_PayoutAnswer, _pacioli_billing_v1_GetPayoutRequest__Output, _pacioli_billing_v1_PayoutAnswer__Output>
  ListPayouts: MethodDefinition<_pacioli_billing_v1_ListPayoutsRequest, _pacioli_billing_v1_ListPayoutsResponse, _pacioli_billing_v1_ListPayoutsRequest__Output, _pacioli_billing_v1_ListPayoutsResponse__Output>
}
