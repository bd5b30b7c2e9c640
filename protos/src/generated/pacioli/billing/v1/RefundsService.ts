// Original file: pacioli/billing/v1/refunds.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { GetRefundRequest as _pacioli_billing_v1_GetRefundRequest, GetRefundRequest__Output as _pacioli_billing_v1_GetRefundRequest__Output } from '../../../pacioli/billing/v1/GetRefundRequest.ts';
import type { ListRefundPaymentsRequest as _pacioli_billing_v1_ListRefundPaymentsRequest, ListRefundPaymentsRequest__Output as _pacioli_billing_v1_ListRefundPaymentsRequest__Output } from '../../../pacioli/billing/v1/ListRefundPaymentsRequest.ts';
import type { ListRefundPaymentsResponse as _pacioli_billing_v1_ListRefundPaymentsResponse, ListRefundPaymentsResponse__Output as _pacioli_billing_v1_ListRefundPaymentsResponse__Output } from '../../../pacioli/billing/v1/ListRefundPaymentsResponse.ts';
import type { ListRefundsRequest as _pacioli_billing_v1_ListRefundsRequest, ListRefundsRequest__Output as _pacioli_billing_v1_ListRefundsRequest__Output } from '../../../pacioli/billing/v1/ListRefundsRequest.ts';
import type { ListRefundsResponse as _pacioli_billing_v1_ListRefundsResponse, ListRefundsResponse__Output as _pacioli_billing_v1_ListRefundsResponse__Output } from '../../../pacioli/billing/v1/ListRefundsResponse.ts';
import type { RefundAnswer as _pacioli_billing_v1_RefundAnswer, RefundAnswer__Output as _pacioli_billing_v1_RefundAnswer__Output } from '../../../pacioli/billing/v1/RefundAnswer.ts';
import type { RefundInput as _pacioli_billing_v1_RefundInput, RefundInput__Output as _pacioli_billing_v1_RefundInput__Output } from '../../../pacioli/billing/v1/RefundInput.ts';
import type { RefundInvoiceRequest as _pacioli_billing_v1_RefundInvoiceRequest, RefundInvoiceRequest__Output as _pacioli_billing_v1_RefundInvoiceRequest__Output } from '../../../pacioli/billing/v1/RefundInvoiceRequest.ts';
import type { UpdateRefundRequest as _pacioli_billing_v1_UpdateRefundRequest, UpdateRefundRequest__Output as _pacioli_billing_v1_UpdateRefundRequest__Output } from '../../../pacioli/billing/v1/UpdateRefundRequest.ts';

/**
 * What customers get back: issued by allocations, paid out by refund payments.
 */
export interface RefundsServiceClient extends grpc.Client {
  CreateRefund(argument: _pacioli_billing_v1_RefundInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_RefundAnswer__Output>): grpc.ClientUnaryCall;
  CreateRefund(argument: _pacioli_billing_v1_RefundInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_billing_v1_RefundAnswer__Output>): grpc.ClientUnaryCall;
  CreateRefund(argument: _pacioli_billing_v1_RefundInput, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_RefundAnswer__Output>): grpc.ClientUnaryCall;
  CreateRefund(argument: _pacioli_billing_v1_RefundInput, callback: grpc.requestCallback<_pacioli_billing_v1_RefundAnswer__Output>): grpc.ClientUnaryCall;
  createRefund(argument: _pacioli_billing_v1_RefundInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_RefundAnswer__Output>): grpc.ClientUnaryCall;
  createRefund(argument: _pacioli_billing_v1_RefundInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_billing_v1_RefundAnswer__Output>): grpc.ClientUnaryCall;
  createRefund(argument: _pacioli_billing_v1_RefundInput, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_RefundAnswer__Output>): grpc.ClientUnaryCall;
  createRefund(argument: _pacioli_billing_v1_RefundInput, callback: grpc.requestCallback<_pacioli_billing_v1_RefundAnswer__Output>): grpc.ClientUnaryCall;
  
  GetRefund(argument: _pacioli_billing_v1_GetRefundRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_RefundAnswer__Output>): grpc.ClientUnaryCall;
  GetRefund(argument: _pacioli_billing_v1_GetRefundRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_billing_v1_RefundAnswer__Output>): grpc.ClientUnaryCall;
  GetRefund(argument: _pacioli_billing_v1_GetRefundRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_RefundAnswer__Output>): grpc.ClientUnaryCall;
  GetRefund(argument: _pacioli_billing_v1_GetRefundRequest, callback: grpc.requestCallback<_pacioli_billing_v1_RefundAnswer__Output>): grpc.ClientUnaryCall;
  getRefund(argument: _pacioli_billing_v1_GetRefundRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_RefundAnswer__Output>): grpc.ClientUnaryCall;
  getRefund(argument: _pacioli_billing_v1_GetRefundRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_billing_v1_RefundAnswer__Output>): grpc.ClientUnaryCall;
  getRefund(argument: _pacioli_billing_v1_GetRefundRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_RefundAnswer__Output>): grpc.ClientUnaryCall;
  getRefund(argument: _pacioli_billing_v1_GetRefundRequest, callback: grpc.requestCallback<_pacioli_billing_v1_RefundAnswer__Output>): grpc.ClientUnaryCall;
  
  ListRefundPayments(argument: _pacioli_billing_v1_ListRefundPaymentsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_ListRefundPaymentsResponse__Output>): grpc.ClientUnaryCall;
  ListRefundPayments(argument: _pacioli_billing_v1_ListRefundPaymentsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_billing_v1_ListRefundPaymentsResponse__Output>): grpc.ClientUnaryCall;
  ListRefundPayments(argument: _pacioli_billing_v1_ListRefundPaymentsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_ListRefundPaymentsResponse__Output>): grpc.ClientUnaryCall;
  ListRefundPayments(argument: _pacioli_billing_v1_ListRefundPaymentsRequest, callback: grpc.requestCallback<_pacioli_billing_v1_ListRefundPaymentsResponse__Output>): grpc.ClientUnaryCall;
  listRefundPayments(argument: _pacioli_billing_v1_ListRefundPaymentsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_ListRefundPaymentsResponse__Output>): grpc.ClientUnaryCall;
  listRefundPayments(argument: _pacioli_billing_v1_ListRefundPaymentsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_billing_v1_ListRefundPaymentsResponse__Output>): grpc.ClientUnaryCall;
  listRefundPayments(argument: _pacioli_billing_v1_ListRefundPaymentsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_ListRefundPaymentsResponse__Output>): grpc.ClientUnaryCall;
  listRefundPayments(argument: _pacioli_billing_v1_ListRefundPaymentsRequest, callback: grpc.requestCallback<_pacioli_billing_v1_ListRefundPaymentsResponse__Output>): grpc.ClientUnaryCall;
  
  ListRefunds(argument: _pacioli_billing_v1_ListRefundsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_ListRefundsResponse__Output>): grpc.ClientUnaryCall;
  ListRefunds(argument: _pacioli_billing_v1_ListRefundsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_billing_v1_ListRefundsResponse__Output>): grpc.ClientUnaryCall;
  ListRefunds(argument: _pacioli_billing_v1_ListRefundsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_ListRefundsResponse__Output>): grpc.ClientUnaryCall;
  ListRefunds(argument: _pacioli_billing_v1_ListRefundsRequest, callback: grpc.requestCallback<_pacioli_billing_v1_ListRefundsResponse__Output>): grpc.ClientUnaryCall;
  listRefunds(argument: _pacioli_billing_v1_ListRefundsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_ListRefundsResponse__Output>): grpc.ClientUnaryCall;
  listRefunds(argument: _pacioli_billing_v1_ListRefundsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_billing_v1_ListRefundsResponse__Output>): grpc.ClientUnaryCall;
  listRefunds(argument: _pacioli_billing_v1_ListRefundsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_ListRefundsResponse__Output>): grpc.ClientUnaryCall;
  listRefunds(argument: _pacioli_billing_v1_ListRefundsRequest, callback: grpc.requestCallback<_pacioli_billing_v1_ListRefundsResponse__Output>): grpc.ClientUnaryCall;
  
  /**
   * A refund of one invoice.
   */
  RefundInvoice(argument: _pacioli_billing_v1_RefundInvoiceRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_RefundAnswer__Output>): grpc.ClientUnaryCall;
  RefundInvoice(argument: _pacioli_billing_v1_RefundInvoiceRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_billing_v1_RefundAnswer__Output>): grpc.ClientUnaryCall;
  RefundInvoice(argument: _pacioli_billing_v1_RefundInvoiceRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_RefundAnswer__Output>): grpc.ClientUnaryCall;
  RefundInvoice(argument: _pacioli_billing_v1_RefundInvoiceRequest, callback: grpc.requestCallback<_pacioli_billing_v1_RefundAnswer__Output>): grpc.ClientUnaryCall;
  /**
   * A refund of one invoice.
   */
  refundInvoice(argument: _pacioli_billing_v1_RefundInvoiceRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_RefundAnswer__Output>): grpc.ClientUnaryCall;
  refundInvoice(argument: _pacioli_billing_v1_RefundInvoiceRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_billing_v1_RefundAnswer__Output>): grpc.ClientUnaryCall;
  refundInvoice(argument: _pacioli_billing_v1_RefundInvoiceRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_RefundAnswer__Output>): grpc.ClientUnaryCall;
  refundInvoice(argument: _pacioli_billing_v1_RefundInvoiceRequest, callback: grpc.requestCallback<_pacioli_billing_v1_RefundAnswer__Output>): grpc.ClientUnaryCall;
  
  UpdateRefund(argument: _pacioli_billing_v1_UpdateRefundRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_RefundAnswer__Output>): grpc.ClientUnaryCall;
  UpdateRefund(argument: _pacioli_billing_v1_UpdateRefundRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_billing_v1_RefundAnswer__Output>): grpc.ClientUnaryCall;
  UpdateRefund(argument: _pacioli_billing_v1_UpdateRefundRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_RefundAnswer__Output>): grpc.ClientUnaryCall;
  UpdateRefund(argument: _pacioli_billing_v1_UpdateRefundRequest, callback: grpc.requestCallback<_pacioli_billing_v1_RefundAnswer__Output>): grpc.ClientUnaryCall;
  updateRefund(argument: _pacioli_billing_v1_UpdateRefundRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_RefundAnswer__Output>): grpc.ClientUnaryCall;
  updateRefund(argument: _pacioli_billing_v1_UpdateRefundRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_billing_v1_RefundAnswer__Output>): grpc.ClientUnaryCall;
  updateRefund(argument: _pacioli_billing_v1_UpdateRefundRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_RefundAnswer__Output>): grpc.ClientUnaryCall;
  updateRefund(argument: _pacioli_billing_v1_UpdateRefundRequest, callback: grpc.requestCallback<_pacioli_billing_v1_RefundAnswer__Output>): grpc.ClientUnaryCall;
  
}

/**
 * What customers get back: issued by allocations, paid out by refund payments.
 */
export interface RefundsServiceHandlers extends grpc.UntypedServiceImplementation {
  CreateRefund: grpc.handleUnaryCall<_pacioli_billing_v1_RefundInput__Output, _pacioli_billing_v1_RefundAnswer>;
  
  GetRefund: grpc.handleUnaryCall<_pacioli_billing_v1_GetRefundRequest__Output, _pacioli_billing_v1_RefundAnswer>;
  
  ListRefundPayments: grpc.handleUnaryCall<_pacioli_billing_v1_ListRefundPaymentsRequest__Output, _pacioli_billing_v1_ListRefundPaymentsResponse>;
  
  ListRefunds: grpc.handleUnaryCall<_pacioli_billing_v1_ListRefundsRequest__Output, _pacioli_billing_v1_ListRefundsResponse>;
  
  /**
   * A refund of one invoice.
   */
  RefundInvoice: grpc.handleUnaryCall<_pacioli_billing_v1_RefundInvoiceRequest__Output, _pacioli_billing_v1_RefundAnswer>;
  
  UpdateRefund: grpc.handleUnaryCall<_pacioli_billing_v1_UpdateRefundRequest__Output, _pacioli_billing_v1_RefundAnswer>;
  
}

export interface RefundsServiceDefinition extends grpc.ServiceDefinition {
  CreateRefund: MethodDefinition<_pacioli_billing_v1_RefundInput, _pacioli_billing_v1_RefundAnswer, _pacioli_billing_v1_RefundInput__Output, _pacioli_billing_v1_RefundAnswer__Output>
  GetRefund: MethodDefinition<_pacioli_billing_v1_GetRefundRequest, _pacioli_billing_v1_RefundAnswer, _pacioli_billing_v1_GetRefundRequest__Output, _pacioli_billing_v1_RefundAnswer__Output>
  ListRefundPayments: MethodDefinition<_pacioli_billing_v1_ListRefundPaymentsRequest, _pacioli_billing_v1_ListRefundPaymentsResponse, _pacioli_billing_v1_ListRefundPaymentsRequest__Output, _pacioli_billing_v1_ListRefundPaymentsResponse__Output>
  ListRefunds: MethodDefinition<_pacioli_billing_v1_ListRefundsRequest, _pacioli_billing_v1_ListRefundsResponse, _pacioli_billing_v1_ListRefundsRequest__Output, _pacioli_billing_v1_ListRefundsResponse__Output>
  RefundInvoice: MethodDefinition<_pacioli_billing_v1_RefundInvoiceRequest, _pacioli_billing_v1_RefundAnswer, _pacioli_billing_v1_RefundInvoiceRequest__Output, _pacioli_billing_v1_RefundAnswer__Output>
  UpdateRefund: MethodDefinition<_pacioli_billing_v1_UpdateRefundRequest, _pacioli_billing_v1_RefundAnswer, _pacioli_billing_v1_UpdateRefundRequest__Output, _pacioli_billing_v1_RefundAnswer__Output>
}
