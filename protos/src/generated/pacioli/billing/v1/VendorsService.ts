// Original file: pacioli/billing/v1/vendors.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { CreateVendorRequest as _pacioli_billing_v1_CreateVendorRequest, CreateVendorRequest__Output as _pacioli_billing_v1_CreateVendorRequest__Output } from '../../../pacioli/billing/v1/CreateVendorRequest.ts';
import type { GetVendorRequest as _pacioli_billing_v1_GetVendorRequest, GetVendorRequest__Output as _pacioli_billing_v1_GetVendorRequest__Output } from '../../../pacioli/billing/v1/GetVendorRequest.ts';
import type { ListVendorsRequest as _pacioli_billing_v1_ListVendorsRequest, ListVendorsRequest__Output as _pacioli_billing_v1_ListVendorsRequest__Output } from '../../../pacioli/billing/v1/ListVendorsRequest.ts';
import type { ListVendorsResponse as _pacioli_billing_v1_ListVendorsResponse, ListVendorsResponse__Output as _pacioli_billing_v1_ListVendorsResponse__Output } from '../../../pacioli/billing/v1/ListVendorsResponse.ts';
import type { UpdateVendorRequest as _pacioli_billing_v1_UpdateVendorRequest, UpdateVendorRequest__Output as _pacioli_billing_v1_UpdateVendorRequest__Output } from '../../../pacioli/billing/v1/UpdateVendorRequest.ts';
import type { VendorAnswer as _pacioli_billing_v1_VendorAnswer, VendorAnswer__Output as _pacioli_billing_v1_VendorAnswer__Output } from '../../../pacioli/billing/v1/VendorAnswer.ts';

/**
 * Whom the business owes.
 */
export interface VendorsServiceClient extends grpc.Client {
  CreateVendor(argument: _pacioli_billing_v1_CreateVendorRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_VendorAnswer__Output>): grpc.ClientUnaryCall;
  CreateVendor(argument: _pacioli_billing_v1_CreateVendorRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_billing_v1_VendorAnswer__Output>): grpc.ClientUnaryCall;
  CreateVendor(argument: _pacioli_billing_v1_CreateVendorRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_VendorAnswer__Output>): grpc.ClientUnaryCall;
  CreateVendor(argument: _pacioli_billing_v1_CreateVendorRequest, callback: grpc.requestCallback<_pacioli_billing_v1_VendorAnswer__Output>): grpc.ClientUnaryCall;
  createVendor(argument: _pacioli_billing_v1_CreateVendorRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_VendorAnswer__Output>): grpc.ClientUnaryCall;
  createVendor(argument: _pacioli_billing_v1_CreateVendorRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_billing_v1_VendorAnswer__Output>): grpc.ClientUnaryCall;
  createVendor(argument: _pacioli_billing_v1_CreateVendorRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_VendorAnswer__Output>): grpc.ClientUnaryCall;
  createVendor(argument: _pacioli_billing_v1_CreateVendorRequest, callback: grpc.requestCallback<_pacioli_billing_v1_VendorAnswer__Output>): grpc.ClientUnaryCall;
  
  GetVendor(argument: _pacioli_billing_v1_GetVendorRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_VendorAnswer__Output>): grpc.ClientUnaryCall;
  GetVendor(argument: _pacioli_billing_v1_GetVendorRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_billing_v1_VendorAnswer__Output>): grpc.ClientUnaryCall;
  GetVendor(argument: _pacioli_billing_v1_GetVendorRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_VendorAnswer__Output>): grpc.ClientUnaryCall;
  GetVendor(argument: _pacioli_billing_v1_GetVendorRequest, callback: grpc.requestCallback<_pacioli_billing_v1_VendorAnswer__Output>): grpc.ClientUnaryCall;
  getVendor(argument: _pacioli_billing_v1_GetVendorRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_VendorAnswer__Output>): grpc.ClientUnaryCall;
  getVendor(argument: _pacioli_billing_v1_GetVendorRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_billing_v1_VendorAnswer__Output>): grpc.ClientUnaryCall;
  getVendor(argument: _pacioli_billing_v1_GetVendorRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_VendorAnswer__Output>): grpc.ClientUnaryCall;
  getVendor(argument: _pacioli_billing_v1_GetVendorRequest, callback: grpc.requestCallback<_pacioli_billing_v1_VendorAnswer__Output>): grpc.ClientUnaryCall;
  
  ListVendors(argument: _pacioli_billing_v1_ListVendorsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_ListVendorsResponse__Output>): grpc.ClientUnaryCall;
  ListVendors(argument: _pacioli_billing_v1_ListVendorsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_billing_v1_ListVendorsResponse__Output>): grpc.ClientUnaryCall;
  ListVendors(argument: _pacioli_billing_v1_ListVendorsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_ListVendorsResponse__Output>): grpc.ClientUnaryCall;
  ListVendors(argument: _pacioli_billing_v1_ListVendorsRequest, callback: grpc.requestCallback<_pacioli_billing_v1_ListVendorsResponse__Output>): grpc.ClientUnaryCall;
  listVendors(argument: _pacioli_billing_v1_ListVendorsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_ListVendorsResponse__Output>): grpc.ClientUnaryCall;
  listVendors(argument: _pacioli_billing_v1_ListVendorsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_billing_v1_ListVendorsResponse__Output>): grpc.ClientUnaryCall;
  listVendors(argument: _pacioli_billing_v1_ListVendorsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_ListVendorsResponse__Output>): grpc.ClientUnaryCall;
  listVendors(argument: _pacioli_billing_v1_ListVendorsRequest, callback: grpc.requestCallback<_pacioli_billing_v1_ListVendorsResponse__Output>): grpc.ClientUnaryCall;
  
  UpdateVendor(argument: _pacioli_billing_v1_UpdateVendorRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_VendorAnswer__Output>): grpc.ClientUnaryCall;
  UpdateVendor(argument: _pacioli_billing_v1_UpdateVendorRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_billing_v1_VendorAnswer__Output>): grpc.ClientUnaryCall;
  UpdateVendor(argument: _pacioli_billing_v1_UpdateVendorRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_VendorAnswer__Output>): grpc.ClientUnaryCall;
  UpdateVendor(argument: _pacioli_billing_v1_UpdateVendorRequest, callback: grpc.requestCallback<_pacioli_billing_v1_VendorAnswer__Output>): grpc.ClientUnaryCall;
  updateVendor(argument: _pacioli_billing_v1_UpdateVendorRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_VendorAnswer__Output>): grpc.ClientUnaryCall;
  updateVendor(argument: _pacioli_billing_v1_UpdateVendorRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_billing_v1_VendorAnswer__Output>): grpc.ClientUnaryCall;
  updateVendor(argument: _pacioli_billing_v1_UpdateVendorRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_VendorAnswer__Output>): grpc.ClientUnaryCall;
  updateVendor(argument: _pacioli_billing_v1_UpdateVendorRequest, callback: grpc.requestCallback<_pacioli_billing_v1_VendorAnswer__Output>): grpc.ClientUnaryCall;
  
}

/**
 * Whom the business owes.
 */
export interface VendorsServiceHandlers extends grpc.UntypedServiceImplementation {
  CreateVendor: grpc.handleUnaryCall<_pacioli_billing_v1_CreateVendorRequest__Output, _pacioli_billing_v1_VendorAnswer>;
  
  GetVendor: grpc.handleUnaryCall<_pacioli_billing_v1_GetVendorRequest__Output, _pacioli_billing_v1_VendorAnswer>;
  
  ListVendors: grpc.handleUnaryCall<_pacioli_billing_v1_ListVendorsRequest__Output, _pacioli_billing_v1_ListVendorsResponse>;
  
  UpdateVendor: grpc.handleUnaryCall<_pacioli_billing_v1_UpdateVendorRequest__Output, _pacioli_billing_v1_VendorAnswer>;
  
}

export interface VendorsServiceDefinition extends grpc.ServiceDefinition {
  CreateVendor: MethodDefinition<_pacioli_billing_v1_CreateVendorRequest, _pacioli_billing_v1_VendorAnswer, _pacioli_billing_v1_CreateVendorRequest__Output, _pacioli_billing_v1_VendorAnswer__Output>
  GetVendor: MethodDefinition<_pacioli_billing_v1_GetVendorRequest, _pacioli_billing_v1_VendorAnswer, _pacioli_billing_v1_GetVendorRequest__Output, _pacioli_billing_v1_VendorAnswer__Output>
  ListVendors: MethodDefinition<_pacioli_billing_v1_ListVendorsRequest, _pacioli_billing_v1_ListVendorsResponse, _pacioli_billing_v1_ListVendorsRequest__Output, _pacioli_billing_v1_ListVendorsResponse__Output>
  UpdateVendor: MethodDefinition<_pacioli_billing_v1_UpdateVendorRequest, _pacioli_billing_v1_VendorAnswer, _pacioli_billing_v1_UpdateVendorRequest__Output, _pacioli_billing_v1_VendorAnswer__Output>
}
