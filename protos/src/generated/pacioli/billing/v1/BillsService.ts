// Original file: pacioli/billing/v1/bills.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { ApplyTagsRequest as _pacioli_common_v1_ApplyTagsRequest, ApplyTagsRequest__Output as _pacioli_common_v1_ApplyTagsRequest__Output } from '../../../pacioli/common/v1/ApplyTagsRequest.ts';
import type { BillAnswer as _pacioli_billing_v1_BillAnswer, BillAnswer__Output as _pacioli_billing_v1_BillAnswer__Output } from '../../../pacioli/billing/v1/BillAnswer.ts';
import type { BillInput as _pacioli_billing_v1_BillInput, BillInput__Output as _pacioli_billing_v1_BillInput__Output } from '../../../pacioli/billing/v1/BillInput.ts';
import type { CreateBillsRequest as _pacioli_billing_v1_CreateBillsRequest, CreateBillsRequest__Output as _pacioli_billing_v1_CreateBillsRequest__Output } from '../../../pacioli/billing/v1/CreateBillsRequest.ts';
import type { CreateBillsResponse as _pacioli_billing_v1_CreateBillsResponse, CreateBillsResponse__Output as _pacioli_billing_v1_CreateBillsResponse__Output } from '../../../pacioli/billing/v1/CreateBillsResponse.ts';
import type { ExpenseInput as _pacioli_billing_v1_ExpenseInput, ExpenseInput__Output as _pacioli_billing_v1_ExpenseInput__Output } from '../../../pacioli/billing/v1/ExpenseInput.ts';
import type { GetBillRequest as _pacioli_billing_v1_GetBillRequest, GetBillRequest__Output as _pacioli_billing_v1_GetBillRequest__Output } from '../../../pacioli/billing/v1/GetBillRequest.ts';
import type { ListBillsRequest as _pacioli_billing_v1_ListBillsRequest, ListBillsRequest__Output as _pacioli_billing_v1_ListBillsRequest__Output } from '../../../pacioli/billing/v1/ListBillsRequest.ts';
import type { ListBillsResponse as _pacioli_billing_v1_ListBillsResponse, ListBillsResponse__Output as _pacioli_billing_v1_ListBillsResponse__Output } from '../../../pacioli/billing/v1/ListBillsResponse.ts';
import type { RemoveTagsRequest as _pacioli_common_v1_RemoveTagsRequest, RemoveTagsRequest__Output as _pacioli_common_v1_RemoveTagsRequest__Output } from '../../../pacioli/common/v1/RemoveTagsRequest.ts';
import type { TaggedEntitiesResponse as _pacioli_common_v1_TaggedEntitiesResponse, TaggedEntitiesResponse__Output as _pacioli_common_v1_TaggedEntitiesResponse__Output } from '../../../pacioli/common/v1/TaggedEntitiesResponse.ts';
import type { UpdateBillRequest as _pacioli_billing_v1_UpdateBillRequest, UpdateBillRequest__Output as _pacioli_billing_v1_UpdateBillRequest__Output } from '../../../pacioli/billing/v1/UpdateBillRequest.ts';
import type { VoidBillRequest as _pacioli_billing_v1_VoidBillRequest, VoidBillRequest__Output as _pacioli_billing_v1_VoidBillRequest__Output } from '../../../pacioli/billing/v1/VoidBillRequest.ts';

/**
 * What the business owes, and, as expenses, what it paid on the spot.
 */
export interface BillsServiceClient extends grpc.Client {
  /**
   * Tags of vendors, bills and expenses, bill payments and vendor credits.
   */
  ApplyTags(argument: _pacioli_common_v1_ApplyTagsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_common_v1_TaggedEntitiesResponse__Output>): grpc.ClientUnaryCall;
  ApplyTags(argument: _pacioli_common_v1_ApplyTagsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_common_v1_TaggedEntitiesResponse__Output>): grpc.ClientUnaryCall;
  ApplyTags(argument: _pacioli_common_v1_ApplyTagsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_common_v1_TaggedEntitiesResponse__Output>): grpc.ClientUnaryCall;
  ApplyTags(argument: _pacioli_common_v1_ApplyTagsRequest, callback: grpc.requestCallback<_pacioli_common_v1_TaggedEntitiesResponse__Output>): grpc.ClientUnaryCall;
  /**
   * Tags of vendors, bills and expenses, bill payments and vendor credits.
   */
  applyTags(argument: _pacioli_common_v1_ApplyTagsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_common_v1_TaggedEntitiesResponse__Output>): grpc.ClientUnaryCall;
  applyTags(argument: _pacioli_common_v1_ApplyTagsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_common_v1_TaggedEntitiesResponse__Output>): grpc.ClientUnaryCall;
  applyTags(argument: _pacioli_common_v1_ApplyTagsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_common_v1_TaggedEntitiesResponse__Output>): grpc.ClientUnaryCall;
  applyTags(argument: _pacioli_common_v1_ApplyTagsRequest, callback: grpc.requestCallback<_pacioli_common_v1_TaggedEntitiesResponse__Output>): grpc.ClientUnaryCall;
  
  CreateBill(argument: _pacioli_billing_v1_BillInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_BillAnswer__Output>): grpc.ClientUnaryCall;
  CreateBill(argument: _pacioli_billing_v1_BillInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_billing_v1_BillAnswer__Output>): grpc.ClientUnaryCall;
  CreateBill(argument: _pacioli_billing_v1_BillInput, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_BillAnswer__Output>): grpc.ClientUnaryCall;
  CreateBill(argument: _pacioli_billing_v1_BillInput, callback: grpc.requestCallback<_pacioli_billing_v1_BillAnswer__Output>): grpc.ClientUnaryCall;
  createBill(argument: _pacioli_billing_v1_BillInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_BillAnswer__Output>): grpc.ClientUnaryCall;
  createBill(argument: _pacioli_billing_v1_BillInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_billing_v1_BillAnswer__Output>): grpc.ClientUnaryCall;
  createBill(argument: _pacioli_billing_v1_BillInput, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_BillAnswer__Output>): grpc.ClientUnaryCall;
  createBill(argument: _pacioli_billing_v1_BillInput, callback: grpc.requestCallback<_pacioli_billing_v1_BillAnswer__Output>): grpc.ClientUnaryCall;
  
  CreateBills(argument: _pacioli_billing_v1_CreateBillsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_CreateBillsResponse__Output>): grpc.ClientUnaryCall;
  CreateBills(argument: _pacioli_billing_v1_CreateBillsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_billing_v1_CreateBillsResponse__Output>): grpc.ClientUnaryCall;
  CreateBills(argument: _pacioli_billing_v1_CreateBillsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_CreateBillsResponse__Output>): grpc.ClientUnaryCall;
  CreateBills(argument: _pacioli_billing_v1_CreateBillsRequest, callback: grpc.requestCallback<_pacioli_billing_v1_CreateBillsResponse__Output>): grpc.ClientUnaryCall;
  createBills(argument: _pacioli_billing_v1_CreateBillsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_CreateBillsResponse__Output>): grpc.ClientUnaryCall;
  createBills(argument: _pacioli_billing_v1_CreateBillsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_billing_v1_CreateBillsResponse__Output>): grpc.ClientUnaryCall;
  createBills(argument: _pacioli_billing_v1_CreateBillsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_CreateBillsResponse__Output>): grpc.ClientUnaryCall;
  createBills(argument: _pacioli_billing_v1_CreateBillsRequest, callback: grpc.requestCallback<_pacioli_billing_v1_CreateBillsResponse__Output>): grpc.ClientUnaryCall;
  
  CreateExpense(argument: _pacioli_billing_v1_ExpenseInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_BillAnswer__Output>): grpc.ClientUnaryCall;
  CreateExpense(argument: _pacioli_billing_v1_ExpenseInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_billing_v1_BillAnswer__Output>): grpc.ClientUnaryCall;
  CreateExpense(argument: _pacioli_billing_v1_ExpenseInput, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_BillAnswer__Output>): grpc.ClientUnaryCall;
  CreateExpense(argument: _pacioli_billing_v1_ExpenseInput, callback: grpc.requestCallback<_pacioli_billing_v1_BillAnswer__Output>): grpc.ClientUnaryCall;
  createExpense(argument: _pacioli_billing_v1_ExpenseInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_BillAnswer__Output>): grpc.ClientUnaryCall;
  createExpense(argument: _pacioli_billing_v1_ExpenseInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_billing_v1_BillAnswer__Output>): grpc.ClientUnaryCall;
  createExpense(argument: _pacioli_billing_v1_ExpenseInput, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_BillAnswer__Output>): grpc.ClientUnaryCall;
  createExpense(argument: _pacioli_billing_v1_ExpenseInput, callback: grpc.requestCallback<_pacioli_billing_v1_BillAnswer__Output>): grpc.ClientUnaryCall;
  
  GetBill(argument: _pacioli_billing_v1_GetBillRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_BillAnswer__Output>): grpc.ClientUnaryCall;
  GetBill(argument: _pacioli_billing_v1_GetBillRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_billing_v1_BillAnswer__Output>): grpc.ClientUnaryCall;
  GetBill(argument: _pacioli_billing_v1_GetBillRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_BillAnswer__Output>): grpc.ClientUnaryCall;
  GetBill(argument: _pacioli_billing_v1_GetBillRequest, callback: grpc.requestCallback<_pacioli_billing_v1_BillAnswer__Output>): grpc.ClientUnaryCall;
  getBill(argument: _pacioli_billing_v1_GetBillRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_BillAnswer__Output>): grpc.ClientUnaryCall;
  getBill(argument: _pacioli_billing_v1_GetBillRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_billing_v1_BillAnswer__Output>): grpc.ClientUnaryCall;
  getBill(argument: _pacioli_billing_v1_GetBillRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_BillAnswer__Output>): grpc.ClientUnaryCall;
  getBill(argument: _pacioli_billing_v1_GetBillRequest, callback: grpc.requestCallback<_pacioli_billing_v1_BillAnswer__Output>): grpc.ClientUnaryCall;
  
  ListBills(argument: _pacioli_billing_v1_ListBillsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_ListBillsResponse__Output>): grpc.ClientUnaryCall;
  ListBills(argument: _pacioli_billing_v1_ListBillsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_billing_v1_ListBillsResponse__Output>): grpc.ClientUnaryCall;
  ListBills(argument: _pacioli_billing_v1_ListBillsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_ListBillsResponse__Output>): grpc.ClientUnaryCall;
  ListBills(argument: _pacioli_billing_v1_ListBillsRequest, callback: grpc.requestCallback<_pacioli_billing_v1_ListBillsResponse__Output>): grpc.ClientUnaryCall;
  listBills(argument: _pacioli_billing_v1_ListBillsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_ListBillsResponse__Output>): grpc.ClientUnaryCall;
  listBills(argument: _pacioli_billing_v1_ListBillsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_billing_v1_ListBillsResponse__Output>): grpc.ClientUnaryCall;
  listBills(argument: _pacioli_billing_v1_ListBillsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_ListBillsResponse__Output>): grpc.ClientUnaryCall;
  listBills(argument: _pacioli_billing_v1_ListBillsRequest, callback: grpc.requestCallback<_pacioli_billing_v1_ListBillsResponse__Output>): grpc.ClientUnaryCall;
  
  RemoveTags(argument: _pacioli_common_v1_RemoveTagsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_common_v1_TaggedEntitiesResponse__Output>): grpc.ClientUnaryCall;
  RemoveTags(argument: _pacioli_common_v1_RemoveTagsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_common_v1_TaggedEntitiesResponse__Output>): grpc.ClientUnaryCall;
  RemoveTags(argument: _pacioli_common_v1_RemoveTagsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_common_v1_TaggedEntitiesResponse__Output>): grpc.ClientUnaryCall;
  RemoveTags(argument: _pacioli_common_v1_RemoveTagsRequest, callback: grpc.requestCallback<_pacioli_common_v1_TaggedEntitiesResponse__Output>): grpc.ClientUnaryCall;
  removeTags(argument: _pacioli_common_v1_RemoveTagsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_common_v1_TaggedEntitiesResponse__Output>): grpc.ClientUnaryCall;
  removeTags(argument: _pacioli_common_v1_RemoveTagsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_common_v1_TaggedEntitiesResponse__Output>): grpc.ClientUnaryCall;
  removeTags(argument: _pacioli_common_v1_RemoveTagsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_common_v1_TaggedEntitiesResponse__Output>): grpc.ClientUnaryCall;
  removeTags(argument: _pacioli_common_v1_RemoveTagsRequest, callback: grpc.requestCallback<_pacioli_common_v1_TaggedEntitiesResponse__Output>): grpc.ClientUnaryCall;
  
  UpdateBill(argument: _pacioli_billing_v1_UpdateBillRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_BillAnswer__Output>): grpc.ClientUnaryCall;
  UpdateBill(argument: _pacioli_billing_v1_UpdateBillRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_billing_v1_BillAnswer__Output>): grpc.ClientUnaryCall;
  UpdateBill(argument: _pacioli_billing_v1_UpdateBillRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_BillAnswer__Output>): grpc.ClientUnaryCall;
  UpdateBill(argument: _pacioli_billing_v1_UpdateBillRequest, callback: grpc.requestCallback<_pacioli_billing_v1_BillAnswer__Output>): grpc.ClientUnaryCall;
  updateBill(argument: _pacioli_billing_v1_UpdateBillRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_BillAnswer__Output>): grpc.ClientUnaryCall;
  updateBill(argument: _pacioli_billing_v1_UpdateBillRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_billing_v1_BillAnswer__Output>): grpc.ClientUnaryCall;
  updateBill(argument: _pacioli_billing_v1_UpdateBillRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_BillAnswer__Output>): grpc.ClientUnaryCall;
  updateBill(argument: _pacioli_billing_v1_UpdateBillRequest, callback: grpc.requestCallback<_pacioli_billing_v1_BillAnswer__Output>): grpc.ClientUnaryCall;
  
  VoidBill(argument: _pacioli_billing_v1_VoidBillRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_BillAnswer__Output>): grpc.ClientUnaryCall;
  VoidBill(argument: _pacioli_billing_v1_VoidBillRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_billing_v1_BillAnswer__Output>): grpc.ClientUnaryCall;
  VoidBill(argument: _pacioli_billing_v1_VoidBillRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_BillAnswer__Output>): grpc.ClientUnaryCall;
  VoidBill(argument: _pacioli_billing_v1_VoidBillRequest, callback: grpc.requestCallback<_pacioli_billing_v1_BillAnswer__Output>): grpc.ClientUnaryCall;
  voidBill(argument: _pacioli_billing_v1_VoidBillRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_BillAnswer__Output>): grpc.ClientUnaryCall;
  voidBill(argument: _pacioli_billing_v1_VoidBillRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_billing_v1_BillAnswer__Output>): grpc.ClientUnaryCall;
  voidBill(argument: _pacioli_billing_v1_VoidBillRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_BillAnswer__Output>): grpc.ClientUnaryCall;
  voidBill(argument: _pacioli_billing_v1_VoidBillRequest, callback: grpc.requestCallback<_pacioli_billing_v1_BillAnswer__Output>): grpc.ClientUnaryCall;
  
}

/**
 * What the business owes, and, as expenses, what it paid on the spot.
 */
export interface BillsServiceHandlers extends grpc.UntypedServiceImplementation {
  /**
   * Tags of vendors, bills and expenses, bill payments and vendor credits.
   */
  ApplyTags: grpc.handleUnaryCall<_pacioli_common_v1_ApplyTagsRequest__Output, _pacioli_common_v1_TaggedEntitiesResponse>;
  
  CreateBill: grpc.handleUnaryCall<_pacioli_billing_v1_BillInput__Output, _pacioli_billing_v1_BillAnswer>;
  
  CreateBills: grpc.handleUnaryCall<_pacioli_billing_v1_CreateBillsRequest__Output, _pacioli_billing_v1_CreateBillsResponse>;
  
  CreateExpense: grpc.handleUnaryCall<_pacioli_billing_v1_ExpenseInput__Output, _pacioli_billing_v1_BillAnswer>;
  
  GetBill: grpc.handleUnaryCall<_pacioli_billing_v1_GetBillRequest__Output, _pacioli_billing_v1_BillAnswer>;
  
  ListBills: grpc.handleUnaryCall<_pacioli_billing_v1_ListBillsRequest__Output, _pacioli_billing_v1_ListBillsResponse>;
  
  RemoveTags: grpc.handleUnaryCall<_pacioli_common_v1_RemoveTagsRequest__Output, _pacioli_common_v1_TaggedEntitiesResponse>;
  
  UpdateBill: grpc.handleUnaryCall<_pacioli_billing_v1_UpdateBillRequest__Output, _pacioli_billing_v1_BillAnswer>;
  
  VoidBill: grpc.handleUnaryCall<_pacioli_billing_v1_VoidBillRequest__Output, _pacioli_billing_v1_BillAnswer>;
  
}

export interface BillsServiceDefinition extends grpc.ServiceDefinition {
  ApplyTags: MethodDefinition<_pacioli_common_v1_ApplyTagsRequest, _pacioli_common_v1_TaggedEntitiesResponse, _pacioli_common_v1_ApplyTagsRequest__Output, _pacioli_common_v1_TaggedEntitiesResponse__Output>
  CreateBill: MethodDefinition<_pacioli_billing_v1_BillInput, _pacioli_billing_v1_BillAnswer, _pacioli_billing_v1_BillInput__Output, _pacioli_billing_v1_BillAnswer__Output>
  CreateBills: MethodDefinition<_pacioli_billing_v1_CreateBillsRequest, _pacioli_billing_v1_CreateBillsResponse, _pacioli_billing_v1_CreateBillsRequest__Output, _pacioli_billing_v1_CreateBillsResponse__Output>
  CreateExpense: MethodDefinition<_pacioli_billing_v1_ExpenseInput, _pacioli_billing_v1_BillAnswer, _pacioli_billing_v1_ExpenseInput__Output, _pacioli_billing_v1_BillAnswer__Output>
  GetBill: MethodDefinition<_pacioli_billing_v1_GetBillRequest, _pacioli_billing_v1_BillAnswer, _pacioli_billing_v1_GetBillRequest__Output, _pacioli_billing_v1_BillAnswer__Output>
  ListBills: MethodDefinition<_pacioli_billing_v1_ListBillsRequest, _pacioli_billing_v1_ListBillsResponse, _pacioli_billing_v1_ListBillsRequest__Output, _pacioli_billing_v1_ListBillsResponse__Output>
  RemoveTags: MethodDefinition<_pacioli_common_v1_RemoveTagsRequest, _pacioli_common_v1_TaggedEntitiesResponse, _pacioli_common_v1_RemoveTagsRequest__Output, _pacioli_common_v1_TaggedEntitiesResponse__Output>
  UpdateBill: MethodDefinition<_pacioli_billing_v1_UpdateBillRequest, _pacioli_billing_v1_BillAnswer, _pacioli_billing_v1_UpdateBillRequest__Output, _pacioli_billing_v1_BillAnswer__Output>
  VoidBill: MethodDefinition<_pacioli_billing_v1_VoidBillRequest, _pacioli_billing_v1_BillAnswer, _pacioli_billing_v1_VoidBillRequest__Output, _pacioli_billing_v1_BillAnswer__Output>
}
