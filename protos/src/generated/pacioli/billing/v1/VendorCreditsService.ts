// Original file: pacioli/billing/v1/vendor_credits.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { AllocateVendorCreditRequest as _pacioli_billing_v1_AllocateVendorCreditRequest, AllocateVendorCreditRequest__Output as _pacioli_billing_v1_AllocateVendorCreditRequest__Output } from '../../../pacioli/billing/v1/AllocateVendorCreditRequest.ts';
import type { GetVendorCreditRequest as _pacioli_billing_v1_GetVendorCreditRequest, GetVendorCreditRequest__Output as _pacioli_billing_v1_GetVendorCreditRequest__Output } from '../../../pacioli/billing/v1/GetVendorCreditRequest.ts';
import type { ListVendorCreditsRequest as _pacioli_billing_v1_ListVendorCreditsRequest, ListVendorCreditsRequest__Output as _pacioli_billing_v1_ListVendorCreditsRequest__Output } from '../../../pacioli/billing/v1/ListVendorCreditsRequest.ts';
import type { ListVendorCreditsResponse as _pacioli_billing_v1_ListVendorCreditsResponse, ListVendorCreditsResponse__Output as _pacioli_billing_v1_ListVendorCreditsResponse__Output } from '../../../pacioli/billing/v1/ListVendorCreditsResponse.ts';
import type { RemoveVendorCreditAllocationRequest as _pacioli_billing_v1_RemoveVendorCreditAllocationRequest, RemoveVendorCreditAllocationRequest__Output as _pacioli_billing_v1_RemoveVendorCreditAllocationRequest__Output } from '../../../pacioli/billing/v1/RemoveVendorCreditAllocationRequest.ts';
import type { VendorCreditAnswer as _pacioli_billing_v1_VendorCreditAnswer, VendorCreditAnswer__Output as _pacioli_billing_v1_VendorCreditAnswer__Output } from '../../../pacioli/billing/v1/VendorCreditAnswer.ts';
import type { VendorCreditInput as _pacioli_billing_v1_VendorCreditInput, VendorCreditInput__Output as _pacioli_billing_v1_VendorCreditInput__Output } from '../../../pacioli/billing/v1/VendorCreditInput.ts';

/**
 * What a vendor owes back, to be allocated to its bills.
 */
export interface VendorCreditsServiceClient extends grpc.Client {
  AllocateVendorCredit(argument: _pacioli_billing_v1_AllocateVendorCreditRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_VendorCreditAnswer__Output>): grpc.ClientUnaryCall;
  AllocateVendorCredit(argument: _pacioli_billing_v1_AllocateVendorCreditRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_billing_v1_VendorCreditAnswer__Output>): grpc.ClientUnaryCall;
  AllocateVendorCredit(argument: _pacioli_billing_v1_AllocateVendorCreditRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_VendorCreditAnswer__Output>): grpc.ClientUnaryCall;
  AllocateVendorCredit(argument: _pacioli_billing_v1_AllocateVendorCreditRequest, callback: grpc.requestCallback<_pacioli_billing_v1_VendorCreditAnswer__Output>): grpc.ClientUnaryCall;
  allocateVendorCredit(argument: _pacioli_billing_v1_AllocateVendorCreditRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_VendorCreditAnswer__Output>): grpc.ClientUnaryCall;
  allocateVendorCredit(argument: _pacioli_billing_v1_AllocateVendorCreditRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_billing_v1_VendorCreditAnswer__Output>): grpc.ClientUnaryCall;
  allocateVendorCredit(argument: _pacioli_billing_v1_AllocateVendorCreditRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_VendorCreditAnswer__Output>): grpc.ClientUnaryCall;
  allocateVendorCredit(argument: _pacioli_billing_v1_AllocateVendorCreditRequest, callback: grpc.requestCallback<_pacioli_billing_v1_VendorCreditAnswer__Output>): grpc.ClientUnaryCall;
  
  CreateVendorCredit(argument: _pacioli_billing_v1_VendorCreditInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_VendorCreditAnswer__Output>): grpc.ClientUnaryCall;
  CreateVendorCredit(argument: _pacioli_billing_v1_VendorCreditInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_billing_v1_VendorCreditAnswer__Output>): grpc.ClientUnaryCall;
  CreateVendorCredit(argument: _pacioli_billing_v1_VendorCreditInput, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_VendorCreditAnswer__Output>): grpc.ClientUnaryCall;
  CreateVendorCredit(argument: _pacioli_billing_v1_VendorCreditInput, callback: grpc.requestCallback<_pacioli_billing_v1_VendorCreditAnswer__Output>): grpc.ClientUnaryCall;
  createVendorCredit(argument: _pacioli_billing_v1_VendorCreditInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_VendorCreditAnswer__Output>): grpc.ClientUnaryCall;
  createVendorCredit(argument: _pacioli_billing_v1_VendorCreditInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_billing_v1_VendorCreditAnswer__Output>): grpc.ClientUnaryCall;
  createVendorCredit(argument: _pacioli_billing_v1_VendorCreditInput, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_VendorCreditAnswer__Output>): grpc.ClientUnaryCall;
  createVendorCredit(argument: _pacioli_billing_v1_VendorCreditInput, callback: grpc.requestCallback<_pacioli_billing_v1_VendorCreditAnswer__Output>): grpc.ClientUnaryCall;
  
  DeleteVendorCredit(argument: _pacioli_billing_v1_GetVendorCreditRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_VendorCreditAnswer__Output>): grpc.ClientUnaryCall;
  DeleteVendorCredit(argument: _pacioli_billing_v1_GetVendorCreditRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_billing_v1_VendorCreditAnswer__Output>): grpc.ClientUnaryCall;
  DeleteVendorCredit(argument: _pacioli_billing_v1_GetVendorCreditRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_VendorCreditAnswer__Output>): grpc.ClientUnaryCall;
  DeleteVendorCredit(argument: _pacioli_billing_v1_GetVendorCreditRequest, callback: grpc.requestCallback<_pacioli_billing_v1_VendorCreditAnswer__Output>): grpc.ClientUnaryCall;
  deleteVendorCredit(argument: _pacioli_billing_v1_GetVendorCreditRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_VendorCreditAnswer__Output>): grpc.ClientUnaryCall;
  deleteVendorCredit(argument: _pacioli_billing_v1_GetVendorCreditRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_billing_v1_VendorCreditAnswer__Output>): grpc.ClientUnaryCall;
  deleteVendorCredit(argument: _pacioli_billing_v1_GetVendorCreditRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_VendorCreditAnswer__Output>): grpc.ClientUnaryCall;
  deleteVendorCredit(argument: _pacioli_billing_v1_GetVendorCreditRequest, callback: grpc.requestCallback<_pacioli_billing_v1_VendorCreditAnswer__Output>): grpc.ClientUnaryCall;
  
  GetVendorCredit(argument: _pacioli_billing_v1_GetVendorCreditRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_VendorCreditAnswer__Output>): grpc.ClientUnaryCall;
  GetVendorCredit(argument: _pacioli_billing_v1_GetVendorCreditRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_billing_v1_VendorCreditAnswer__Output>): grpc.ClientUnaryCall;
  GetVendorCredit(argument: _pacioli_billing_v1_GetVendorCreditRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_VendorCreditAnswer__Output>): grpc.ClientUnaryCall;
  GetVendorCredit(argument: _pacioli_billing_v1_GetVendorCreditRequest, callback: grpc.requestCallback<_pacioli_billing_v1_VendorCreditAnswer__Output>): grpc.ClientUnaryCall;
  getVendorCredit(argument: _pacioli_billing_v1_GetVendorCreditRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_VendorCreditAnswer__Output>): grpc.ClientUnaryCall;
  getVendorCredit(argument: _pacioli_billing_v1_GetVendorCreditRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_billing_v1_VendorCreditAnswer__Output>): grpc.ClientUnaryCall;
  getVendorCredit(argument: _pacioli_billing_v1_GetVendorCreditRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_VendorCreditAnswer__Output>): grpc.ClientUnaryCall;
  getVendorCredit(argument: _pacioli_billing_v1_GetVendorCreditRequest, callback: grpc.requestCallback<_pacioli_billing_v1_VendorCreditAnswer__Output>): grpc.ClientUnaryCall;
  
  ListVendorCredits(argument: _pacioli_billing_v1_ListVendorCreditsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_ListVendorCreditsResponse__Output>): grpc.ClientUnaryCall;
  ListVendorCredits(argument: _pacioli_billing_v1_ListVendorCreditsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_billing_v1_ListVendorCreditsResponse__Output>): grpc.ClientUnaryCall;
  ListVendorCredits(argument: _pacioli_billing_v1_ListVendorCreditsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_ListVendorCreditsResponse__Output>): grpc.ClientUnaryCall;
  ListVendorCredits(argument: _pacioli_billing_v1_ListVendorCreditsRequest, callback: grpc.requestCallback<_pacioli_billing_v1_ListVendorCreditsResponse__Output>): grpc.ClientUnaryCall;
  listVendorCredits(argument: _pacioli_billing_v1_ListVendorCreditsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_ListVendorCreditsResponse__Output>): grpc.ClientUnaryCall;
  listVendorCredits(argument: _pacioli_billing_v1_ListVendorCreditsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_billing_v1_ListVendorCreditsResponse__Output>): grpc.ClientUnaryCall;
  listVendorCredits(argument: _pacioli_billing_v1_ListVendorCreditsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_ListVendorCreditsResponse__Output>): grpc.ClientUnaryCall;
  listVendorCredits(argument: _pacioli_billing_v1_ListVendorCreditsRequest, callback: grpc.requestCallback<_pacioli_billing_v1_ListVendorCreditsResponse__Output>): grpc.ClientUnaryCall;
  
  RemoveVendorCreditAllocation(argument: _pacioli_billing_v1_RemoveVendorCreditAllocationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_VendorCreditAnswer__Output>): grpc.ClientUnaryCall;
  RemoveVendorCreditAllocation(argument: _pacioli_billing_v1_RemoveVendorCreditAllocationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_billing_v1_VendorCreditAnswer__Output>): grpc.ClientUnaryCall;
  RemoveVendorCreditAllocation(argument: _pacioli_billing_v1_RemoveVendorCreditAllocationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_VendorCreditAnswer__Output>): grpc.ClientUnaryCall;
  RemoveVendorCreditAllocation(argument: _pacioli_billing_v1_RemoveVendorCreditAllocationRequest, callback: grpc.requestCallback<_pacioli_billing_v1_VendorCreditAnswer__Output>): grpc.ClientUnaryCall;
  removeVendorCreditAllocation(argument: _pacioli_billing_v1_RemoveVendorCreditAllocationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_VendorCreditAnswer__Output>): grpc.ClientUnaryCall;
  removeVendorCreditAllocation(argument: _pacioli_billing_v1_RemoveVendorCreditAllocationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_billing_v1_VendorCreditAnswer__Output>): grpc.ClientUnaryCall;
  removeVendorCreditAllocation(argument: _pacioli_billing_v1_RemoveVendorCreditAllocationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_VendorCreditAnswer__Output>): grpc.ClientUnaryCall;
  removeVendorCreditAllocation(argument: _pacioli_billing_v1_RemoveVendorCreditAllocationRequest, callback: grpc.requestCallback<_pacioli_billing_v1_VendorCreditAnswer__Output>): grpc.ClientUnaryCall;
  
}

/**
 * What a vendor owes back, to be allocated to its bills.
 */
export interface VendorCreditsServiceHandlers extends grpc.UntypedServiceImplementation {
  AllocateVendorCredit: grpc.handleUnaryCall<_pacioli_billing_v1_AllocateVendorCreditRequest__Output, _pacioli_billing_v1_VendorCreditAnswer>;
  
  CreateVendorCredit: grpc.handleUnaryCall<_pacioli_billing_v1_VendorCreditInput__Output, _pacioli_billing_v1_VendorCreditAnswer>;
  
  DeleteVendorCredit: grpc.handleUnaryCall<_pacioli_billing_v1_GetVendorCreditRequest__Output, _pacioli_billing_v1_VendorCreditAnswer>;
  
  GetVendorCredit: grpc.handleUnaryCall<_pacioli_billing_v1_GetVendorCreditRequest__Output, _pacioli_billing_v1_VendorCreditAnswer>;
  
  ListVendorCredits: grpc.handleUnaryCall<_pacioli_billing_v1_ListVendorCreditsRequest__Output, _pacioli_billing_v1_ListVendorCreditsResponse>;
  
  RemoveVendorCreditAllocation: grpc.handleUnaryCall<_pacioli_billing_v1_RemoveVendorCreditAllocationRequest__Output, _pacioli_billing_v1_VendorCreditAnswer>;
  
}

export interface VendorCreditsServiceDefinition extends grpc.ServiceDefinition {
  AllocateVendorCredit: MethodDefinition<_pacioli_billing_v1_AllocateVendorCreditRequest, _pacioli_billing_v1_VendorCreditAnswer, _pacioli_billing_v1_AllocateVendorCreditRequest__Output, _pacioli_billing_v1_VendorCreditAnswer__Output>
  CreateVendorCredit: MethodDefinition<_pacioli_billing_v1_VendorCreditInput, _pacioli_billing_v1_VendorCreditAnswer, _pacioli_billing_v1_VendorCreditInput__Output, _pacioli_billing_v1_VendorCreditAnswer__Output>
  DeleteVendorCredit: MethodDefinition<_pacioli_billing_v1_GetVendorCreditRequest, _pacioli_billing_v1_VendorCreditAnswer, _pacioli_billing_v1_GetVendorCreditRequest__Output, _pacioli_billing_v1_VendorCreditAnswer__Output>
  GetVendorCredit: MethodDefinition<_pacioli_billing_v1_GetVendorCreditRequest, _pacioli_billing_v1_VendorCreditAnswer, _pacioli_billing_v1_GetVendorCreditRequest__Output, _pacioli_billing_v1_VendorCreditAnswer__Output>
  ListVendorCredits: MethodDefinition<_pacioli_billing_v1_ListVendorCreditsRequest, _pacioli_billing_v1_ListVendorCreditsResponse, _pacioli_billing_v1_ListVendorCreditsRequest__Output, _pacioli_billing_v1_ListVendorCreditsResponse__Output>
  RemoveVendorCreditAllocation: MethodDefinition<_pacioli_billing_v1_RemoveVendorCreditAllocationRequest, _pacioli_billing_v1_VendorCreditAnswer, _pacioli_billing_v1_RemoveVendorCreditAllocationRequest__Output, _pacioli_billing_v1_VendorCreditAnswer__Output>
}
