// Original file: pacioli/billing/v1/invoice_payments.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { GetInvoicePaymentRequest as _pacioli_billing_v1_GetInvoicePaymentRequest, GetInvoicePaymentRequest__Output as _pacioli_billing_v1_GetInvoicePaymentRequest__Output } from '../../../pacioli/billing/v1/GetInvoicePaymentRequest.ts';
import type { InvoicePaymentAnswer as _pacioli_billing_v1_InvoicePaymentAnswer, InvoicePaymentAnswer__Output as _pacioli_billing_v1_InvoicePaymentAnswer__Output } from '../../../pacioli/billing/v1/InvoicePaymentAnswer.ts';
import type { InvoicePaymentInput as _pacioli_billing_v1_InvoicePaymentInput, InvoicePaymentInput__Output as _pacioli_billing_v1_InvoicePaymentInput__Output } from '../../../pacioli/billing/v1/InvoicePaymentInput.ts';
import type { ListInvoicePaymentsRequest as _pacioli_billing_v1_ListInvoicePaymentsRequest, ListInvoicePaymentsRequest__Output as _pacioli_billing_v1_ListInvoicePaymentsRequest__Output } from '../../../pacioli/billing/v1/ListInvoicePaymentsRequest.ts';
import type { ListInvoicePaymentsResponse as _pacioli_billing_v1_ListInvoicePaymentsResponse, ListInvoicePaymentsResponse__Output as _pacioli_billing_v1_ListInvoicePaymentsResponse__Output } from '../../../pacioli/billing/v1/ListInvoicePaymentsResponse.ts';
import type { PayInvoiceRequest as _pacioli_billing_v1_PayInvoiceRequest, PayInvoiceRequest__Output as _pacioli_billing_v1_PayInvoiceRequest__Output } from '../../../pacioli/billing/v1/PayInvoiceRequest.ts';

/**
 * What customers paid, over any number of their invoices; the rest is the customer's credit.
 */
export interface InvoicePaymentsServiceClient extends grpc.Client {
  CreateInvoicePayment(argument: _pacioli_billing_v1_InvoicePaymentInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_InvoicePaymentAnswer__Output>): grpc.ClientUnaryCall;
  CreateInvoicePayment(argument: _pacioli_billing_v1_InvoicePaymentInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_billing_v1_InvoicePaymentAnswer__Output>): grpc.ClientUnaryCall;
  CreateInvoicePayment(argument: _pacioli_billing_v1_InvoicePaymentInput, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_InvoicePaymentAnswer__Output>): grpc.ClientUnaryCall;
  CreateInvoicePayment(argument: _pacioli_billing_v1_InvoicePaymentInput, callback: grpc.requestCallback<_pacioli_billing_v1_InvoicePaymentAnswer__Output>): grpc.ClientUnaryCall;
  createInvoicePayment(argument: _pacioli_billing_v1_InvoicePaymentInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_InvoicePaymentAnswer__Output>): grpc.ClientUnaryCall;
  createInvoicePayment(argument: _pacioli_billing_v1_InvoicePaymentInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_billing_v1_InvoicePaymentAnswer__Output>): grpc.ClientUnaryCall;
  createInvoicePayment(argument: _pacioli_billing_v1_InvoicePaymentInput, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_InvoicePaymentAnswer__Output>): grpc.ClientUnaryCall;
  createInvoicePayment(argument: _pacioli_billing_v1_InvoicePaymentInput, callback: grpc.requestCallback<_pacioli_billing_v1_InvoicePaymentAnswer__Output>): grpc.ClientUnaryCall;
  
  GetInvoicePayment(argument: _pacioli_billing_v1_GetInvoicePaymentRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_InvoicePaymentAnswer__Output>): grpc.ClientUnaryCall;
  GetInvoicePayment(argument: _pacioli_billing_v1_GetInvoicePaymentRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_billing_v1_InvoicePaymentAnswer__Output>): grpc.ClientUnaryCall;
  GetInvoicePayment(argument: _pacioli_billing_v1_GetInvoicePaymentRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_InvoicePaymentAnswer__Output>): grpc.ClientUnaryCall;
  GetInvoicePayment(argument: _pacioli_billing_v1_GetInvoicePaymentRequest, callback: grpc.requestCallback<_pacioli_billing_v1_InvoicePaymentAnswer__Output>): grpc.ClientUnaryCall;
  getInvoicePayment(argument: _pacioli_billing_v1_GetInvoicePaymentRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_InvoicePaymentAnswer__Output>): grpc.ClientUnaryCall;
  getInvoicePayment(argument: _pacioli_billing_v1_GetInvoicePaymentRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_billing_v1_InvoicePaymentAnswer__Output>): grpc.ClientUnaryCall;
  getInvoicePayment(argument: _pacioli_billing_v1_GetInvoicePaymentRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_InvoicePaymentAnswer__Output>): grpc.ClientUnaryCall;
  getInvoicePayment(argument: _pacioli_billing_v1_GetInvoicePaymentRequest, callback: grpc.requestCallback<_pacioli_billing_v1_InvoicePaymentAnswer__Output>): grpc.ClientUnaryCall;
  
  ListInvoicePayments(argument: _pacioli_billing_v1_ListInvoicePaymentsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_ListInvoicePaymentsResponse__Output>): grpc.ClientUnaryCall;
  ListInvoicePayments(argument: _pacioli_billing_v1_ListInvoicePaymentsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_billing_v1_ListInvoicePaymentsResponse__Output>): grpc.ClientUnaryCall;
  ListInvoicePayments(argument: _pacioli_billing_v1_ListInvoicePaymentsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_ListInvoicePaymentsResponse__Output>): grpc.ClientUnaryCall;
  ListInvoicePayments(argument: _pacioli_billing_v1_ListInvoicePaymentsRequest, callback: grpc.requestCallback<_pacioli_billing_v1_ListInvoicePaymentsResponse__Output>): grpc.ClientUnaryCall;
  listInvoicePayments(argument: _pacioli_billing_v1_ListInvoicePaymentsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_ListInvoicePaymentsResponse__Output>): grpc.ClientUnaryCall;
  listInvoicePayments(argument: _pacioli_billing_v1_ListInvoicePaymentsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_billing_v1_ListInvoicePaymentsResponse__Output>): grpc.ClientUnaryCall;
  listInvoicePayments(argument: _pacioli_billing_v1_ListInvoicePaymentsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_ListInvoicePaymentsResponse__Output>): grpc.ClientUnaryCall;
  listInvoicePayments(argument: _pacioli_billing_v1_ListInvoicePaymentsRequest, callback: grpc.requestCallback<_pacioli_billing_v1_ListInvoicePaymentsResponse__Output>): grpc.ClientUnaryCall;
  
  /**
   * One that goes to a single invoice, of which no less is outstanding.
   */
  PayInvoice(argument: _pacioli_billing_v1_PayInvoiceRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_InvoicePaymentAnswer__Output>): grpc.ClientUnaryCall;
  PayInvoice(argument: _pacioli_billing_v1_PayInvoiceRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_billing_v1_InvoicePaymentAnswer__Output>): grpc.ClientUnaryCall;
  PayInvoice(argument: _pacioli_billing_v1_PayInvoiceRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_InvoicePaymentAnswer__Output>): grpc.ClientUnaryCall;
  PayInvoice(argument: _pacioli_billing_v1_PayInvoiceRequest, callback: grpc.requestCallback<_pacioli_billing_v1_InvoicePaymentAnswer__Output>): grpc.ClientUnaryCall;
  /**
   * One that goes to a single invoice, of which no less is outstanding.
   */
  payInvoice(argument: _pacioli_billing_v1_PayInvoiceRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_InvoicePaymentAnswer__Output>): grpc.ClientUnaryCall;
  payInvoice(argument: _pacioli_billing_v1_PayInvoiceRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_billing_v1_InvoicePaymentAnswer__Output>): grpc.ClientUnaryCall;
  payInvoice(argument: _pacioli_billing_v1_PayInvoiceRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_InvoicePaymentAnswer__Output>): grpc.ClientUnaryCall;
  payInvoice(argument: _pacioli_billing_v1_PayInvoiceRequest, callback: grpc.requestCallback<_pacioli_billing_v1_InvoicePaymentAnswer__Output>): grpc.ClientUnaryCall;
  
}

/**
 * What customers paid, over any number of their invoices; the rest is the customer's credit.
 */
export interface InvoicePaymentsServiceHandlers extends grpc.UntypedServiceImplementation {
  CreateInvoicePayment: grpc.handleUnaryCall<_pacioli_billing_v1_InvoicePaymentInput__Output, _pacioli_billing_v1_InvoicePaymentAnswer>;
  
  GetInvoicePayment: grpc.handleUnaryCall<_pacioli_billing_v1_GetInvoicePaymentRequest__Output, _pacioli_billing_v1_InvoicePaymentAnswer>;
  
  ListInvoicePayments: grpc.handleUnaryCall<_pacioli_billing_v1_ListInvoicePaymentsRequest__Output, _pacioli_billing_v1_ListInvoicePaymentsResponse>;
  
  /**
   * One that goes to a single invoice, of which no less is outstanding.
   */
  PayInvoice: grpc.handleUnaryCall<_pacioli_billing_v1_PayInvoiceRequest__Output, _pacioli_billing_v1_InvoicePaymentAnswer>;
  
}

export interface InvoicePaymentsServiceDefinition extends grpc.ServiceDefinition {
  CreateInvoicePayment: MethodDefinition<_pacioli_billing_v1_InvoicePaymentInput, _pacioli_billing_v1_InvoicePaymentAnswer, _pacioli_billing_v1_InvoicePaymentInput__Output, _pacioli_billing_v1_InvoicePaymentAnswer__Output>
  GetInvoicePayment: MethodDefinition<_pacioli_billing_v1_GetInvoicePaymentRequest, _pacioli_billing_v1_InvoicePaymentAnswer, _pacioli_billing_v1_GetInvoicePaymentRequest__Output, _pacioli_billing_v1_InvoicePaymentAnswer__Output>
  ListInvoicePayments: MethodDefinition<_pacioli_billing_v1_ListInvoicePaymentsRequest, _pacioli_billing_v1_ListInvoicePaymentsResponse, _pacioli_billing_v1_ListInvoicePaymentsRequest__Output, _pacioli_billing_v1_ListInvoicePaymentsResponse__Output>
  PayInvoice: MethodDefinition<_pacioli_billing_v1_PayInvoiceRequest, _pacioli_billing_v1_InvoicePaymentAnswer, _pacioli_billing_v1_PayInvoiceRequest__Output, _pacioli_billing_v1_InvoicePaymentAnswer__Output>
}
