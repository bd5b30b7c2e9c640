// Original file: pacioli/billing/v1/invoices.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { CreateInvoicesRequest as _pacioli_billing_v1_CreateInvoicesRequest, CreateInvoicesRequest__Output as _pacioli_billing_v1_CreateInvoicesRequest__Output } from '../../../pacioli/billing/v1/CreateInvoicesRequest.ts';
import type { CreateInvoicesResponse as _pacioli_billing_v1_CreateInvoicesResponse, CreateInvoicesResponse__Output as _pacioli_billing_v1_CreateInvoicesResponse__Output } from '../../../pacioli/billing/v1/CreateInvoicesResponse.ts';
import type { FindInvoicesOfSourcesRequest as _pacioli_billing_v1_FindInvoicesOfSourcesRequest, FindInvoicesOfSourcesRequest__Output as _pacioli_billing_v1_FindInvoicesOfSourcesRequest__Output } from '../../../pacioli/billing/v1/FindInvoicesOfSourcesRequest.ts';
import type { FindInvoicesOfSourcesResponse as _pacioli_billing_v1_FindInvoicesOfSourcesResponse, FindInvoicesOfSourcesResponse__Output as _pacioli_billing_v1_FindInvoicesOfSourcesResponse__Output } from '../../../pacioli/billing/v1/FindInvoicesOfSourcesResponse.ts';
import type { GetInvoiceRequest as _pacioli_billing_v1_GetInvoiceRequest, GetInvoiceRequest__Output as _pacioli_billing_v1_GetInvoiceRequest__Output } from '../../../pacioli/billing/v1/GetInvoiceRequest.ts';
import type { InvoiceAnswer as _pacioli_billing_v1_InvoiceAnswer, InvoiceAnswer__Output as _pacioli_billing_v1_InvoiceAnswer__Output } from '../../../pacioli/billing/v1/InvoiceAnswer.ts';
import type { InvoiceInput as _pacioli_billing_v1_InvoiceInput, InvoiceInput__Output as _pacioli_billing_v1_InvoiceInput__Output } from '../../../pacioli/billing/v1/InvoiceInput.ts';
import type { ListInvoicesRequest as _pacioli_billing_v1_ListInvoicesRequest, ListInvoicesRequest__Output as _pacioli_billing_v1_ListInvoicesRequest__Output } from '../../../pacioli/billing/v1/ListInvoicesRequest.ts';
import type { ListInvoicesResponse as _pacioli_billing_v1_ListInvoicesResponse, ListInvoicesResponse__Output as _pacioli_billing_v1_ListInvoicesResponse__Output } from '../../../pacioli/billing/v1/ListInvoicesResponse.ts';
import type { UndoWriteOffRequest as _pacioli_billing_v1_UndoWriteOffRequest, UndoWriteOffRequest__Output as _pacioli_billing_v1_UndoWriteOffRequest__Output } from '../../../pacioli/billing/v1/UndoWriteOffRequest.ts';
import type { VoidInvoiceRequest as _pacioli_billing_v1_VoidInvoiceRequest, VoidInvoiceRequest__Output as _pacioli_billing_v1_VoidInvoiceRequest__Output } from '../../../pacioli/billing/v1/VoidInvoiceRequest.ts';
import type { WriteOffAnswer as _pacioli_billing_v1_WriteOffAnswer, WriteOffAnswer__Output as _pacioli_billing_v1_WriteOffAnswer__Output } from '../../../pacioli/billing/v1/WriteOffAnswer.ts';
import type { WriteOffInvoiceRequest as _pacioli_billing_v1_WriteOffInvoiceRequest, WriteOffInvoiceRequest__Output as _pacioli_billing_v1_WriteOffInvoiceRequest__Output } from '../../../pacioli/billing/v1/WriteOffInvoiceRequest.ts';

/**
 * What customers owe.
 */
export interface InvoicesServiceClient extends grpc.Client {
  CreateInvoice(argument: _pacioli_billing_v1_InvoiceInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_InvoiceAnswer__Output>): grpc.ClientUnaryCall;
  CreateInvoice(argument: _pacioli_billing_v1_InvoiceInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_billing_v1_InvoiceAnswer__Output>): grpc.ClientUnaryCall;
  CreateInvoice(argument: _pacioli_billing_v1_InvoiceInput, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_InvoiceAnswer__Output>): grpc.ClientUnaryCall;
  CreateInvoice(argument: _pacioli_billing_v1_InvoiceInput, callback: grpc.requestCallback<_pacioli_billing_v1_InvoiceAnswer__Output>): grpc.ClientUnaryCall;
  createInvoice(argument: _pacioli_billing_v1_InvoiceInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_InvoiceAnswer__Output>): grpc.ClientUnaryCall;
  createInvoice(argument: _pacioli_billing_v1_InvoiceInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_billing_v1_InvoiceAnswer__Output>): grpc.ClientUnaryCall;
  createInvoice(argument: _pacioli_billing_v1_InvoiceInput, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_InvoiceAnswer__Output>): grpc.ClientUnaryCall;
  createInvoice(argument: _pacioli_billing_v1_InvoiceInput, callback: grpc.requestCallback<_pacioli_billing_v1_InvoiceAnswer__Output>): grpc.ClientUnaryCall;
  
  CreateInvoices(argument: _pacioli_billing_v1_CreateInvoicesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_CreateInvoicesResponse__Output>): grpc.ClientUnaryCall;
  CreateInvoices(argument: _pacioli_billing_v1_CreateInvoicesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_billing_v1_CreateInvoicesResponse__Output>): grpc.ClientUnaryCall;
  CreateInvoices(argument: _pacioli_billing_v1_CreateInvoicesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_CreateInvoicesResponse__Output>): grpc.ClientUnaryCall;
  CreateInvoices(argument: _pacioli_billing_v1_CreateInvoicesRequest, callback: grpc.requestCallback<_pacioli_billing_v1_CreateInvoicesResponse__Output>): grpc.ClientUnaryCall;
  createInvoices(argument: _pacioli_billing_v1_CreateInvoicesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_CreateInvoicesResponse__Output>): grpc.ClientUnaryCall;
  createInvoices(argument: _pacioli_billing_v1_CreateInvoicesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_billing_v1_CreateInvoicesResponse__Output>): grpc.ClientUnaryCall;
  createInvoices(argument: _pacioli_billing_v1_CreateInvoicesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_CreateInvoicesResponse__Output>): grpc.ClientUnaryCall;
  createInvoices(argument: _pacioli_billing_v1_CreateInvoicesRequest, callback: grpc.requestCallback<_pacioli_billing_v1_CreateInvoicesResponse__Output>): grpc.ClientUnaryCall;
  
  /**
   * The invoices that journal entries stem from, by the sources of the entries.
   */
  FindInvoicesOfSources(argument: _pacioli_billing_v1_FindInvoicesOfSourcesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_FindInvoicesOfSourcesResponse__Output>): grpc.ClientUnaryCall;
  FindInvoicesOfSources(argument: _pacioli_billing_v1_FindInvoicesOfSourcesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_billing_v1_FindInvoicesOfSourcesResponse__Output>): grpc.ClientUnaryCall;
  FindInvoicesOfSources(argument: _pacioli_billing_v1_FindInvoicesOfSourcesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_FindInvoicesOfSourcesResponse__Output>): grpc.ClientUnaryCall;
  FindInvoicesOfSources(argument: _pacioli_billing_v1_FindInvoicesOfSourcesRequest, callback: grpc.requestCallback<_pacioli_billing_v1_FindInvoicesOfSourcesResponse__Output>): grpc.ClientUnaryCall;
  /**
   * The invoices that journal entries stem from, by the sources of the entries.
   */
  findInvoicesOfSources(argument: _pacioli_billing_v1_FindInvoicesOfSourcesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_FindInvoicesOfSourcesResponse__Output>): grpc.ClientUnaryCall;
  findInvoicesOfSources(argument: _pacioli_billing_v1_FindInvoicesOfSourcesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_billing_v1_FindInvoicesOfSourcesResponse__Output>): grpc.ClientUnaryCall;
  findInvoicesOfSources(argument: _pacioli_billing_v1_FindInvoicesOfSourcesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_FindInvoicesOfSourcesResponse__Output>): grpc.ClientUnaryCall;
  findInvoicesOfSources(argument: _pacioli_billing_v1_FindInvoicesOfSourcesRequest, callback: grpc.requestCallback<_pacioli_billing_v1_FindInvoicesOfSourcesResponse__Output>): grpc.ClientUnaryCall;
  
  GetInvoice(argument: _pacioli_billing_v1_GetInvoiceRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_InvoiceAnswer__Output>): grpc.ClientUnaryCall;
  GetInvoice(argument: _pacioli_billing_v1_GetInvoiceRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_billing_v1_InvoiceAnswer__Output>): grpc.ClientUnaryCall;
  GetInvoice(argument: _pacioli_billing_v1_GetInvoiceRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_InvoiceAnswer__Output>): grpc.ClientUnaryCall;
  GetInvoice(argument: _pacioli_billing_v1_GetInvoiceRequest, callback: grpc.requestCallback<_pacioli_billing_v1_InvoiceAnswer__Output>): grpc.ClientUnaryCall;
  getInvoice(argument: _pacioli_billing_v1_GetInvoiceRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_InvoiceAnswer__Output>): grpc.ClientUnaryCall;
  getInvoice(argument: _pacioli_billing_v1_GetInvoiceRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_billing_v1_InvoiceAnswer__Output>): grpc.ClientUnaryCall;
  getInvoice(argument: _pacioli_billing_v1_GetInvoiceRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_InvoiceAnswer__Output>): grpc.ClientUnaryCall;
  getInvoice(argument: _pacioli_billing_v1_GetInvoiceRequest, callback: grpc.requestCallback<_pacioli_billing_v1_InvoiceAnswer__Output>): grpc.ClientUnaryCall;
  
  ListInvoices(argument: _pacioli_billing_v1_ListInvoicesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_ListInvoicesResponse__Output>): grpc.ClientUnaryCall;
  ListInvoices(argument: _pacioli_billing_v1_ListInvoicesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_billing_v1_ListInvoicesResponse__Output>): grpc.ClientUnaryCall;
  ListInvoices(argument: _pacioli_billing_v1_ListInvoicesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_ListInvoicesResponse__Output>): grpc.ClientUnaryCall;
  ListInvoices(argument: _pacioli_billing_v1_ListInvoicesRequest, callback: grpc.requestCallback<_pacioli_billing_v1_ListInvoicesResponse__Output>): grpc.ClientUnaryCall;
  listInvoices(argument: _pacioli_billing_v1_ListInvoicesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_ListInvoicesResponse__Output>): grpc.ClientUnaryCall;
  listInvoices(argument: _pacioli_billing_v1_ListInvoicesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_billing_v1_ListInvoicesResponse__Output>): grpc.ClientUnaryCall;
  listInvoices(argument: _pacioli_billing_v1_ListInvoicesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_ListInvoicesResponse__Output>): grpc.ClientUnaryCall;
  listInvoices(argument: _pacioli_billing_v1_ListInvoicesRequest, callback: grpc.requestCallback<_pacioli_billing_v1_ListInvoicesResponse__Output>): grpc.ClientUnaryCall;
  
  UndoWriteOff(argument: _pacioli_billing_v1_UndoWriteOffRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_WriteOffAnswer__Output>): grpc.ClientUnaryCall;
  UndoWriteOff(argument: _pacioli_billing_v1_UndoWriteOffRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_billing_v1_WriteOffAnswer__Output>): grpc.ClientUnaryCall;
  UndoWriteOff(argument: _pacioli_billing_v1_UndoWriteOffRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_WriteOffAnswer__Output>): grpc.ClientUnaryCall;
  UndoWriteOff(argument: _pacioli_billing_v1_UndoWriteOffRequest, callback: grpc.requestCallback<_pacioli_billing_v1_WriteOffAnswer__Output>): grpc.ClientUnaryCall;
  undoWriteOff(argument: _pacioli_billing_v1_UndoWriteOffRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_WriteOffAnswer__Output>): grpc.ClientUnaryCall;
  undoWriteOff(argument: _pacioli_billing_v1_UndoWriteOffRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_billing_v1_WriteOffAnswer__Output>): grpc.ClientUnaryCall;
  undoWriteOff(argument: _pacioli_billing_v1_UndoWriteOffRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_WriteOffAnswer__Output>): grpc.ClientUnaryCall;
  undoWriteOff(argument: _pacioli_billing_v1_UndoWriteOffRequest, callback: grpc.requestCallback<_pacioli_billing_v1_WriteOffAnswer__Output>): grpc.ClientUnaryCall;
  
  VoidInvoice(argument: _pacioli_billing_v1_VoidInvoiceRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_InvoiceAnswer__Output>): grpc.ClientUnaryCall;
  VoidInvoice(argument: _pacioli_billing_v1_VoidInvoiceRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_billing_v1_InvoiceAnswer__Output>): grpc.ClientUnaryCall;
  VoidInvoice(argument: _pacioli_billing_v1_VoidInvoiceRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_InvoiceAnswer__Output>): grpc.ClientUnaryCall;
  VoidInvoice(argument: _pacioli_billing_v1_VoidInvoiceRequest, callback: grpc.requestCallback<_pacioli_billing_v1_InvoiceAnswer__Output>): grpc.ClientUnaryCall;
  voidInvoice(argument: _pacioli_billing_v1_VoidInvoiceRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_InvoiceAnswer__Output>): grpc.ClientUnaryCall;
  voidInvoice(argument: _pacioli_billing_v1_VoidInvoiceRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_billing_v1_InvoiceAnswer__Output>): grpc.ClientUnaryCall;
  voidInvoice(argument: _pacioli_billing_v1_VoidInvoiceRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_InvoiceAnswer__Output>): grpc.ClientUnaryCall;
  voidInvoice(argument: _pacioli_billing_v1_VoidInvoiceRequest, callback: grpc.requestCallback<_pacioli_billing_v1_InvoiceAnswer__Output>): grpc.ClientUnaryCall;
  
  WriteOffInvoice(argument: _pacioli_billing_v1_WriteOffInvoiceRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_WriteOffAnswer__Output>): grpc.ClientUnaryCall;
  WriteOffInvoice(argument: _pacioli_billing_v1_WriteOffInvoiceRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_billing_v1_WriteOffAnswer__Output>): grpc.ClientUnaryCall;
  WriteOffInvoice(argument: _pacioli_billing_v1_WriteOffInvoiceRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_WriteOffAnswer__Output>): grpc.ClientUnaryCall;
  WriteOffInvoice(argument: _pacioli_billing_v1_WriteOffInvoiceRequest, callback: grpc.requestCallback<_pacioli_billing_v1_WriteOffAnswer__Output>): grpc.ClientUnaryCall;
  writeOffInvoice(argument: _pacioli_billing_v1_WriteOffInvoiceRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_WriteOffAnswer__Output>): grpc.ClientUnaryCall;
  writeOffInvoice(argument: _pacioli_billing_v1_WriteOffInvoiceRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_billing_v1_WriteOffAnswer__Output>): grpc.ClientUnaryCall;
  writeOffInvoice(argument: _pacioli_billing_v1_WriteOffInvoiceRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_WriteOffAnswer__Output>): grpc.ClientUnaryCall;
  writeOffInvoice(argument: _pacioli_billing_v1_WriteOffInvoiceRequest, callback: grpc.requestCallback<_pacioli_billing_v1_WriteOffAnswer__Output>): grpc.ClientUnaryCall;
  
}

/**
 * What customers owe.
 */
export interface InvoicesServiceHandlers extends grpc.UntypedServiceImplementation {
  CreateInvoice: grpc.handleUnaryCall<_pacioli_billing_v1_InvoiceInput__Output, _pacioli_billing_v1_InvoiceAnswer>;
  
  CreateInvoices: grpc.handleUnaryCall<_pacioli_billing_v1_CreateInvoicesRequest__Output, _pacioli_billing_v1_CreateInvoicesResponse>;
  
  /**
   * The invoices that journal entries stem from, by the sources of the entries.
   */
  FindInvoicesOfSources: grpc.handleUnaryCall<_pacioli_billing_v1_FindInvoicesOfSourcesRequest__Output, _pacioli_billing_v1_FindInvoicesOfSourcesResponse>;
  
  GetInvoice: grpc.handleUnaryCall<_pacioli_billing_v1_GetInvoiceRequest__Output, _pacioli_billing_v1_InvoiceAnswer>;
  
  ListInvoices: grpc.handleUnaryCall<_pacioli_billing_v1_ListInvoicesRequest__Output, _pacioli_billing_v1_ListInvoicesResponse>;
  
  UndoWriteOff: grpc.handleUnaryCall<_pacioli_billing_v1_UndoWriteOffRequest__Output, _pacioli_billing_v1_WriteOffAnswer>;
  
  VoidInvoice: grpc.handleUnaryCall<_pacioli_billing_v1_VoidInvoiceRequest__Output, _pacioli_billing_v1_InvoiceAnswer>;
  
  WriteOffInvoice: grpc.handleUnaryCall<_pacioli_billing_v1_WriteOffInvoiceRequest__Output, _pacioli_billing_v1_WriteOffAnswer>;
  
}

export interface InvoicesServiceDefinition extends grpc.ServiceDefinition {
  CreateInvoice: MethodDefinition<_pacioli_billing_v1_InvoiceInput, _pacioli_billing_v1_InvoiceAnswer, _pacioli_billing_v1_InvoiceInput__Output, _pacioli_billing_v1_InvoiceAnswer__Output>
  CreateInvoices: MethodDefinition<_pacioli_billing_v1_CreateInvoicesRequest, _pacioli_billing_v1_CreateInvoicesResponse, _pacioli_billing_v1_CreateInvoicesRequest__Output, _pacioli_billing_v1_CreateInvoicesResponse__Output>
  FindInvoicesOfSources: MethodDefinition<_pacioli_billing_v1_FindInvoicesOfSourcesRequest, _pacioli_billing_v1_FindInvoicesOfSourcesResponse, _pacioli_billing_v1_FindInvoicesOfSourcesRequest__Output, _pacioli_billing_v1_FindInvoicesOfSourcesResponse__Output>
  GetInvoice: MethodDefinition<_pacioli_billing_v1_GetInvoiceRequest, _pacioli_billing_v1_InvoiceAnswer, _pacioli_billing_v1_GetInvoiceRequest__Output, _pacioli_billing_v1_InvoiceAnswer__Output>
  ListInvoices: MethodDefinition<_pacioli_billing_v1_ListInvoicesRequest, _pacioli_billing_v1_ListInvoicesResponse, _pacioli_billing_v1_ListInvoicesRequest__Output, _pacioli_billing_v1_ListInvoicesResponse__Output>
  UndoWriteOff: MethodDefinition<_pacioli_billing_v1_UndoWriteOffRequest, _pacioli_billing_v1_WriteOffAnswer, _pacioli_billing_v1_UndoWriteOffRequest__Output, _pacioli_billing_v1_WriteOffAnswer__Output>
  VoidInvoice: MethodDefinition<_pacioli_billing_v1_VoidInvoiceRequest, _pacioli_billing_v1_InvoiceAnswer, _pacioli_billing_v1_VoidInvoiceRequest__Output, _pacioli_billing_v1_InvoiceAnswer__Output>
  WriteOffInvoice: MethodDefinition<_pacioli_billing_v1_WriteOffInvoiceRequest, _pacioli_billing_v1_WriteOffAnswer, _pacioli_billing_v1_WriteOffInvoiceRequest__Output, _pacioli_billing_v1_WriteOffAnswer__Output>
}
