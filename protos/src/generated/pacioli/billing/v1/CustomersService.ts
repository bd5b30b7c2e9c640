// Original file: pacioli/billing/v1/customers.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { CreateCustomerRequest as _pacioli_billing_v1_CreateCustomerRequest, CreateCustomerRequest__Output as _pacioli_billing_v1_CreateCustomerRequest__Output } from '../../../pacioli/billing/v1/CreateCustomerRequest.ts';
import type { CustomerAnswer as _pacioli_billing_v1_CustomerAnswer, CustomerAnswer__Output as _pacioli_billing_v1_CustomerAnswer__Output } from '../../../pacioli/billing/v1/CustomerAnswer.ts';
import type { GetCustomerRequest as _pacioli_billing_v1_GetCustomerRequest, GetCustomerRequest__Output as _pacioli_billing_v1_GetCustomerRequest__Output } from '../../../pacioli/billing/v1/GetCustomerRequest.ts';
import type { ListCustomersRequest as _pacioli_billing_v1_ListCustomersRequest, ListCustomersRequest__Output as _pacioli_billing_v1_ListCustomersRequest__Output } from '../../../pacioli/billing/v1/ListCustomersRequest.ts';
import type { ListCustomersResponse as _pacioli_billing_v1_ListCustomersResponse, ListCustomersResponse__Output as _pacioli_billing_v1_ListCustomersResponse__Output } from '../../../pacioli/billing/v1/ListCustomersResponse.ts';
import type { UpdateCustomerRequest as _pacioli_billing_v1_UpdateCustomerRequest, UpdateCustomerRequest__Output as _pacioli_billing_v1_UpdateCustomerRequest__Output } from '../../../pacioli/billing/v1/UpdateCustomerRequest.ts';

/**
 * Whom the business sells to.
 */
export interface CustomersServiceClient extends grpc.Client {
  CreateCustomer(argument: _pacioli_billing_v1_CreateCustomerRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_CustomerAnswer__Output>): grpc.ClientUnaryCall;
  CreateCustomer(argument: _pacioli_billing_v1_CreateCustomerRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_billing_v1_CustomerAnswer__Output>): grpc.ClientUnaryCall;
  CreateCustomer(argument: _pacioli_billing_v1_CreateCustomerRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_CustomerAnswer__Output>): grpc.ClientUnaryCall;
  CreateCustomer(argument: _pacioli_billing_v1_CreateCustomerRequest, callback: grpc.requestCallback<_pacioli_billing_v1_CustomerAnswer__Output>): grpc.ClientUnaryCall;
  createCustomer(argument: _pacioli_billing_v1_CreateCustomerRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_CustomerAnswer__Output>): grpc.ClientUnaryCall;
  createCustomer(argument: _pacioli_billing_v1_CreateCustomerRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_billing_v1_CustomerAnswer__Output>): grpc.ClientUnaryCall;
  createCustomer(argument: _pacioli_billing_v1_CreateCustomerRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_CustomerAnswer__Output>): grpc.ClientUnaryCall;
  createCustomer(argument: _pacioli_billing_v1_CreateCustomerRequest, callback: grpc.requestCallback<_pacioli_billing_v1_CustomerAnswer__Output>): grpc.ClientUnaryCall;
  
  GetCustomer(argument: _pacioli_billing_v1_GetCustomerRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_CustomerAnswer__Output>): grpc.ClientUnaryCall;
  GetCustomer(argument: _pacioli_billing_v1_GetCustomerRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_billing_v1_CustomerAnswer__Output>): grpc.ClientUnaryCall;
  GetCustomer(argument: _pacioli_billing_v1_GetCustomerRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_CustomerAnswer__Output>): grpc.ClientUnaryCall;
  GetCustomer(argument: _pacioli_billing_v1_GetCustomerRequest, callback: grpc.requestCallback<_pacioli_billing_v1_CustomerAnswer__Output>): grpc.ClientUnaryCall;
  getCustomer(argument: _pacioli_billing_v1_GetCustomerRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_CustomerAnswer__Output>): grpc.ClientUnaryCall;
  getCustomer(argument: _pacioli_billing_v1_GetCustomerRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_billing_v1_CustomerAnswer__Output>): grpc.ClientUnaryCall;
  getCustomer(argument: _pacioli_billing_v1_GetCustomerRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_CustomerAnswer__Output>): grpc.ClientUnaryCall;
  getCustomer(argument: _pacioli_billing_v1_GetCustomerRequest, callback: grpc.requestCallback<_pacioli_billing_v1_CustomerAnswer__Output>): grpc.ClientUnaryCall;
  
  ListCustomers(argument: _pacioli_billing_v1_ListCustomersRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_ListCustomersResponse__Output>): grpc.ClientUnaryCall;
  ListCustomers(argument: _pacioli_billing_v1_ListCustomersRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_billing_v1_ListCustomersResponse__Output>): grpc.ClientUnaryCall;
  ListCustomers(argument: _pacioli_billing_v1_ListCustomersRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_ListCustomersResponse__Output>): grpc.ClientUnaryCall;
  ListCustomers(argument: _pacioli_billing_v1_ListCustomersRequest, callback: grpc.requestCallback<_pacioli_billing_v1_ListCustomersResponse__Output>): grpc.ClientUnaryCall;
  listCustomers(argument: _pacioli_billing_v1_ListCustomersRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_ListCustomersResponse__Output>): grpc.ClientUnaryCall;
  listCustomers(argument: _pacioli_billing_v1_ListCustomersRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_billing_v1_ListCustomersResponse__Output>): grpc.ClientUnaryCall;
  listCustomers(argument: _pacioli_billing_v1_ListCustomersRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_ListCustomersResponse__Output>): grpc.ClientUnaryCall;
  listCustomers(argument: _pacioli_billing_v1_ListCustomersRequest, callback: grpc.requestCallback<_pacioli_billing_v1_ListCustomersResponse__Output>): grpc.ClientUnaryCall;
  
  UpdateCustomer(argument: _pacioli_billing_v1_UpdateCustomerRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_CustomerAnswer__Output>): grpc.ClientUnaryCall;
  UpdateCustomer(argument: _pacioli_billing_v1_UpdateCustomerRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_billing_v1_CustomerAnswer__Output>): grpc.ClientUnaryCall;
  UpdateCustomer(argument: _pacioli_billing_v1_UpdateCustomerRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_CustomerAnswer__Output>): grpc.ClientUnaryCall;
  UpdateCustomer(argument: _pacioli_billing_v1_UpdateCustomerRequest, callback: grpc.requestCallback<_pacioli_billing_v1_CustomerAnswer__Output>): grpc.ClientUnaryCall;
  updateCustomer(argument: _pacioli_billing_v1_UpdateCustomerRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_CustomerAnswer__Output>): grpc.ClientUnaryCall;
  updateCustomer(argument: _pacioli_billing_v1_UpdateCustomerRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_billing_v1_CustomerAnswer__Output>): grpc.ClientUnaryCall;
  updateCustomer(argument: _pacioli_billing_v1_UpdateCustomerRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_billing_v1_CustomerAnswer__Output>): grpc.ClientUnaryCall;
  updateCustomer(argument: _pacioli_billing_v1_UpdateCustomerRequest, callback: grpc.requestCallback<_pacioli_billing_v1_CustomerAnswer__Output>): grpc.ClientUnaryCall;
  
}

/**
 * Whom the business sells to.
 */
export interface CustomersServiceHandlers extends grpc.UntypedServiceImplementation {
  CreateCustomer: grpc.handleUnaryCall<_pacioli_billing_v1_CreateCustomerRequest__Output, _pacioli_billing_v1_CustomerAnswer>;
  
  GetCustomer: grpc.handleUnaryCall<_pacioli_billing_v1_GetCustomerRequest__Output, _pacioli_billing_v1_CustomerAnswer>;
  
  ListCustomers: grpc.handleUnaryCall<_pacioli_billing_v1_ListCustomersRequest__Output, _pacioli_billing_v1_ListCustomersResponse>;
  
  UpdateCustomer: grpc.handleUnaryCall<_pacioli_billing_v1_UpdateCustomerRequest__Output, _pacioli_billing_v1_CustomerAnswer>;
  
}

export interface CustomersServiceDefinition extends grpc.ServiceDefinition {
  CreateCustomer: MethodDefinition<_pacioli_billing_v1_CreateCustomerRequest, _pacioli_billing_v1_CustomerAnswer, _pacioli_billing_v1_CreateCustomerRequest__Output, _pacioli_billing_v1_CustomerAnswer__Output>
  GetCustomer: MethodDefinition<_pacioli_billing_v1_GetCustomerRequest, _pacioli_billing_v1_CustomerAnswer, _pacioli_billing_v1_GetCustomerRequest__Output, _pacioli_billing_v1_CustomerAnswer__Output>
  ListCustomers: MethodDefinition<_pacioli_billing_v1_ListCustomersRequest, _pacioli_billing_v1_ListCustomersResponse, _pacioli_billing_v1_ListCustomersRequest__Output, _pacioli_billing_v1_ListCustomersResponse__Output>
  UpdateCustomer: MethodDefinition<_pacioli_billing_v1_UpdateCustomerRequest, _pacioli_billing_v1_CustomerAnswer, _pacioli_billing_v1_UpdateCustomerRequest__Output, _pacioli_billing_v1_CustomerAnswer__Output>
}
