// Original file: pacioli/billing/v1/bill_payments.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { AllocateBillPaymentRequest as _pacioli_billing_v1_AllocateBillPaymentRequest, AllocateBillPaymentRequest__Output as _pacioli_billing_v1_AllocateBillPaymentRequest__Output } from '../../../pacioli/billing/v1/AllocateBillPaymentRequest.ts';
import type { BillPaymentAnswer as _pacioli_billing_v1_BillPaymentAnswer, BillPaymentAnswer__Output as _pacioli_billing_v1_BillPaymentAnswer__Output } from '../../../pacioli/billing/v1/BillPaymentAnswer.ts';
import type { BillPaymentInput as _pacioli_billing_v1_BillPaymentInput, BillPaymentInput__Output as _pacioli_billing_v1_BillPaymentInput__Output } from '../../../pacioli/billing/v1/BillPaymentInput.ts';
import type { GetBillPaymentRequest as _pacioli_billing_v1_GetBillPaymentRequest, GetBillPaymentRequest__Output as _pacioli_billing_v1_GetBillPaymentRequest__Output } from '../../../pacioli/billing/v1/GetBillPaymentRequest.ts';
import type { ListBillPaymentsRequest as _pacioli_billing_v1_ListBillPaymentsRequest, ListBillPaymentsRequest__Output as _pacioli_billing_v1_ListBillPaymentsRequest__Output } from '../../../pacioli/billing/v1/ListBillPaymentsRequest.ts';
import type { ListBillPaymentsResponse as _pacioli_billing_v1_ListBillPaymentsResponse, ListBillPaymentsResponse__Output as _pacioli_billing_v1_ListBillPaymentsResponse__Output } from '../../../pacioli/billing/v1/ListBillPaymentsResponse.ts';

/**
 * What the business paid to a vendor, over any number of bills; the rest is a prepayment.
 */
export interface BillPaymentsServiceClient extends grpc.Client {
  /**
   * Allocates what no bill has got yet.
   */
  AllocateBillPayment(argument: _pacioli_billing_v1_AllocateBillPaymentRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_BillPaymentAnswer__Output>): grpc.ClientUnaryCall;
  AllocateBillPayment(argument: _pacioli_billing_v1_AllocateBillPaymentRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_billing_v1_BillPaymentAnswer__Output>): grpc.ClientUnaryCall;
  AllocateBillPayment(argument: _pacioli_billing_v1_AllocateBillPaymentRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_BillPaymentAnswer__Output>): grpc.ClientUnaryCall;
  AllocateBillPayment(argument: _pacioli_billing_v1_AllocateBillPaymentRequest, callback: grpc.requestCallback<_pacioli_billing_v1_BillPaymentAnswer__Output>): grpc.ClientUnaryCall;
  /**
   * Allocates what no bill has got yet.
   */
  allocateBillPayment(argument: _pacioli_billing_v1_AllocateBillPaymentRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_BillPaymentAnswer__Output>): grpc.ClientUnaryCall;
  allocateBillPayment(argument: _pacioli_billing_v1_AllocateBillPaymentRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_billing_v1_BillPaymentAnswer__Output>): grpc.ClientUnaryCall;
  allocateBillPayment(argument: _pacioli_billing_v1_AllocateBillPaymentRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_BillPaymentAnswer__Output>): grpc.ClientUnaryCall;
  allocateBillPayment(argument: _pacioli_billing_v1_AllocateBillPaymentRequest, callback: grpc.requestCallback<_pacioli_billing_v1_BillPaymentAnswer__Output>): grpc.ClientUnaryCall;
  
  CreateBillPayment(argument: _pacioli_billing_v1_BillPaymentInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_BillPaymentAnswer__Output>): grpc.ClientUnaryCall;
  CreateBillPayment(argument: _pacioli_billing_v1_BillPaymentInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_billing_v1_BillPaymentAnswer__Output>): grpc.ClientUnaryCall;
  CreateBillPayment(argument: _pacioli_billing_v1_BillPaymentInput, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_BillPaymentAnswer__Output>): grpc.ClientUnaryCall;
  CreateBillPayment(argument: _pacioli_billing_v1_BillPaymentInput, callback: grpc.requestCallback<_pacioli_billing_v1_BillPaymentAnswer__Output>): grpc.ClientUnaryCall;
  createBillPayment(argument: _pacioli_billing_v1_BillPaymentInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_BillPaymentAnswer__Output>): grpc.ClientUnaryCall;
  createBillPayment(argument: _pacioli_billing_v1_BillPaymentInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_billing_v1_BillPaymentAnswer__Output>): grpc.ClientUnaryCall;
  createBillPayment(argument: _pacioli_billing_v1_BillPaymentInput, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_BillPaymentAnswer__Output>): grpc.ClientUnaryCall;
  createBillPayment(argument: _pacioli_billing_v1_BillPaymentInput, callback: grpc.requestCallback<_pacioli_billing_v1_BillPaymentAnswer__Output>): grpc.ClientUnaryCall;
  
  DeleteBillPayment(argument: _pacioli_billing_v1_GetBillPaymentRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_BillPaymentAnswer__Output>): grpc.ClientUnaryCall;
  DeleteBillPayment(argument: _pacioli_billing_v1_GetBillPaymentRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_billing_v1_BillPaymentAnswer__Output>): grpc.ClientUnaryCall;
  DeleteBillPayment(argument: _pacioli_billing_v1_GetBillPaymentRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_BillPaymentAnswer__Output>): grpc.ClientUnaryCall;
  DeleteBillPayment(argument: _pacioli_billing_v1_GetBillPaymentRequest, callback: grpc.requestCallback<_pacioli_billing_v1_BillPaymentAnswer__Output>): grpc.ClientUnaryCall;
  deleteBillPayment(argument: _pacioli_billing_v1_GetBillPaymentRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_BillPaymentAnswer__Output>): grpc.ClientUnaryCall;
  deleteBillPayment(argument: _pacioli_billing_v1_GetBillPaymentRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_billing_v1_BillPaymentAnswer__Output>): grpc.ClientUnaryCall;
  deleteBillPayment(argument: _pacioli_billing_v1_GetBillPaymentRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_BillPaymentAnswer__Output>): grpc.ClientUnaryCall;
  deleteBillPayment(argument: _pacioli_billing_v1_GetBillPaymentRequest, callback: grpc.requestCallback<_pacioli_billing_v1_BillPaymentAnswer__Output>): grpc.ClientUnaryCall;
  
  GetBillPayment(argument: _pacioli_billing_v1_GetBillPaymentRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_BillPaymentAnswer__Output>): grpc.ClientUnaryCall;
  GetBillPayment(argument: _pacioli_billing_v1_GetBillPaymentRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_billing_v1_BillPaymentAnswer__Output>): grpc.ClientUnaryCall;
  GetBillPayment(argument: _pacioli_billing_v1_GetBillPaymentRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_BillPaymentAnswer__Output>): grpc.ClientUnaryCall;
  GetBillPayment(argument: _pacioli_billing_v1_GetBillPaymentRequest, callback: grpc.requestCallback<_pacioli_billing_v1_BillPaymentAnswer__Output>): grpc.ClientUnaryCall;
  getBillPayment(argument: _pacioli_billing_v1_GetBillPaymentRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_BillPaymentAnswer__Output>): grpc.ClientUnaryCall;
  getBillPayment(argument: _pacioli_billing_v1_GetBillPaymentRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_billing_v1_BillPaymentAnswer__Output>): grpc.ClientUnaryCall;
  getBillPayment(argument: _pacioli_billing_v1_GetBillPaymentRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_BillPaymentAnswer__Output>): grpc.ClientUnaryCall;
  getBillPayment(argument: _pacioli_billing_v1_GetBillPaymentRequest, callback: grpc.requestCallback<_pacioli_billing_v1_BillPaymentAnswer__Output>): grpc.ClientUnaryCall;
  
  ListBillPayments(argument: _pacioli_billing_v1_ListBillPaymentsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_ListBillPaymentsResponse__Output>): grpc.ClientUnaryCall;
  ListBillPayments(argument: _pacioli_billing_v1_ListBillPaymentsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_billing_v1_ListBillPaymentsResponse__Output>): grpc.ClientUnaryCall;
  ListBillPayments(argument: _pacioli_billing_v1_ListBillPaymentsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_ListBillPaymentsResponse__Output>): grpc.ClientUnaryCall;
  ListBillPayments(argument: _pacioli_billing_v1_ListBillPaymentsRequest, callback: grpc.requestCallback<_pacioli_billing_v1_ListBillPaymentsResponse__Output>): grpc.ClientUnaryCall;
  listBillPayments(argument: _pacioli_billing_v1_ListBillPaymentsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_ListBillPaymentsResponse__Output>): grpc.ClientUnaryCall;
  listBillPayments(argument: _pacioli_billing_v1_ListBillPaymentsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_billing_v1_ListBillPaymentsResponse__Output>): grpc.ClientUnaryCall;
  listBillPayments(argument: _pacioli_billing_v1_ListBillPaymentsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_ListBillPaymentsResponse__Output>): grpc.ClientUnaryCall;
  listBillPayments(argument: _pacioli_billing_v1_ListBillPaymentsRequest, callback: grpc.requestCallback<_pacioli_billing_v1_ListBillPaymentsResponse__Output>): grpc.ClientUnaryCall;
  
}

/**
 * What the business paid to a vendor, over any number of bills; the rest is a prepayment.
 */
export interface BillPaymentsServiceHandlers extends grpc.UntypedServiceImplementation {
  /**
   * Allocates what no bill has got yet.
   */
  AllocateBillPayment: grpc.handleUnaryCall<_pacioli_billing_v1_AllocateBillPaymentRequest__Output, _pacioli_billing_v1_BillPaymentAnswer>;
  
  CreateBillPayment: grpc.handleUnaryCall<_pacioli_billing_v1_BillPaymentInput__Output, _pacioli_billing_v1_BillPaymentAnswer>;
  
  DeleteBillPayment: grpc.handleUnaryCall<_pacioli_billing_v1_GetBillPaymentRequest__Output, _pacioli_billing_v1_BillPaymentAnswer>;
  
  GetBillPayment: grpc.handleUnaryCall<_pacioli_billing_v1_GetBillPaymentRequest__Output, _pacioli_billing_v1_BillPaymentAnswer>;
  
  ListBillPayments: grpc.handleUnaryCall<_pacioli_billing_v1_ListBillPaymentsRequest__Output, _pacioli_billing_v1_ListBillPaymentsResponse>;
  
}

export interface BillPaymentsServiceDefinition extends grpc.ServiceDefinition {
  AllocateBillPayment: MethodDefinition<_pacioli_billing_v1_AllocateBillPaymentRequest, _pacioli_billing_v1_BillPaymentAnswer, _pacioli_billing_v1_AllocateBillPaymentRequest__Output, _pacioli_billing_v1_BillPaymentAnswer__Output>
  CreateBillPayment: MethodDefinition<_pacioli_billing_v1_BillPaymentInput, _pacioli_billing_v1_BillPaymentAnswer, _pacioli_billing_v1_BillPaymentInput__Output, _pacioli_billing_v1_BillPaymentAnswer__Output>
  DeleteBillPayment: MethodDefinition<_pacioli_billing_v1_GetBillPaymentRequest, _pacioli_billing_v1_BillPaymentAnswer, _pacioli_billing_v1_GetBillPaymentRequest__Output, _pacioli_billing_v1_BillPaymentAnswer__Output>
  GetBillPayment: MethodDefinition<_pacioli_billing_v1_GetBillPaymentRequest, _pacioli_billing_v1_BillPaymentAnswer, _pacioli_billing_v1_GetBillPaymentRequest__Output, _pacioli_billing_v1_BillPaymentAnswer__Output>
  ListBillPayments: MethodDefinition<_pacioli_billing_v1_ListBillPaymentsRequest, _pacioli_billing_v1_ListBillPaymentsResponse, _pacioli_billing_v1_ListBillPaymentsRequest__Output, _pacioli_billing_v1_ListBillPaymentsResponse__Output>
}
