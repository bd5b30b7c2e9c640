// Original file: pacioli/reporting/v1/webhooks.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { CreateWebhookRequest as _pacioli_reporting_v1_CreateWebhookRequest, CreateWebhookRequest__Output as _pacioli_reporting_v1_CreateWebhookRequest__Output } from '../../../pacioli/reporting/v1/CreateWebhookRequest.ts';
import type { ListWebhookDeliveriesRequest as _pacioli_reporting_v1_ListWebhookDeliveriesRequest, ListWebhookDeliveriesRequest__Output as _pacioli_reporting_v1_ListWebhookDeliveriesRequest__Output } from '../../../pacioli/reporting/v1/ListWebhookDeliveriesRequest.ts';
import type { ListWebhookDeliveriesResponse as _pacioli_reporting_v1_ListWebhookDeliveriesResponse, ListWebhookDeliveriesResponse__Output as _pacioli_reporting_v1_ListWebhookDeliveriesResponse__Output } from '../../../pacioli/reporting/v1/ListWebhookDeliveriesResponse.ts';
import type { ListWebhooksRequest as _pacioli_reporting_v1_ListWebhooksRequest, ListWebhooksRequest__Output as _pacioli_reporting_v1_ListWebhooksRequest__Output } from '../../../pacioli/reporting/v1/ListWebhooksRequest.ts';
import type { ListWebhooksResponse as _pacioli_reporting_v1_ListWebhooksResponse, ListWebhooksResponse__Output as _pacioli_reporting_v1_ListWebhooksResponse__Output } from '../../../pacioli/reporting/v1/ListWebhooksResponse.ts';
import type { RetryWebhookDeliveryRequest as _pacioli_reporting_v1_RetryWebhookDeliveryRequest, RetryWebhookDeliveryRequest__Output as _pacioli_reporting_v1_RetryWebhookDeliveryRequest__Output } from '../../../pacioli/reporting/v1/RetryWebhookDeliveryRequest.ts';
import type { RotateWebhookSecretRequest as _pacioli_reporting_v1_RotateWebhookSecretRequest, RotateWebhookSecretRequest__Output as _pacioli_reporting_v1_RotateWebhookSecretRequest__Output } from '../../../pacioli/reporting/v1/RotateWebhookSecretRequest.ts';
import type { UpdateWebhookRequest as _pacioli_reporting_v1_UpdateWebhookRequest, UpdateWebhookRequest__Output as _pacioli_reporting_v1_UpdateWebhookRequest__Output } from '../../../pacioli/reporting/v1/UpdateWebhookRequest.ts';
import type { WebhookAnswer as _pacioli_reporting_v1_WebhookAnswer, WebhookAnswer__Output as _pacioli_reporting_v1_WebhookAnswer__Output } from '../../../pacioli/reporting/v1/WebhookAnswer.ts';
import type { WebhookDeliveryAnswer as _pacioli_reporting_v1_WebhookDeliveryAnswer, WebhookDeliveryAnswer__Output as _pacioli_reporting_v1_WebhookDeliveryAnswer__Output } from '../../../pacioli/reporting/v1/WebhookDeliveryAnswer.ts';
import type { WebhookRequest as _pacioli_reporting_v1_WebhookRequest, WebhookRequest__Output as _pacioli_reporting_v1_WebhookRequest__Output } from '../../../pacioli/reporting/v1/WebhookRequest.ts';

/**
 * Endpoints of a client that are told of events. They belong to the client as a whole.
 */
export interface WebhooksServiceClient extends grpc.Client {
  CreateWebhook(argument: _pacioli_reporting_v1_CreateWebhookRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_reporting_v1_WebhookAnswer__Output>): grpc.ClientUnaryCall;
  CreateWebhook(argument: _pacioli_reporting_v1_CreateWebhookRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_reporting_v1_WebhookAnswer__Output>): grpc.ClientUnaryCall;
  CreateWebhook(argument: _pacioli_reporting_v1_CreateWebhookRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_reporting_v1_WebhookAnswer__Output>): grpc.ClientUnaryCall;
  CreateWebhook(argument: _pacioli_reporting_v1_CreateWebhookRequest, callback: grpc.requestCallback<_pacioli_reporting_v1_WebhookAnswer__Output>): grpc.ClientUnaryCall;
  createWebhook(argument: _pacioli_reporting_v1_CreateWebhookRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_reporting_v1_WebhookAnswer__Output>): grpc.ClientUnaryCall;
  createWebhook(argument: _pacioli_reporting_v1_CreateWebhookRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_reporting_v1_WebhookAnswer__Output>): grpc.ClientUnaryCall;
  createWebhook(argument: _pacioli_reporting_v1_CreateWebhookRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_reporting_v1_WebhookAnswer__Output>): grpc.ClientUnaryCall;
  createWebhook(argument: _pacioli_reporting_v1_CreateWebhookRequest, callback: grpc.requestCallback<_pacioli_reporting_v1_WebhookAnswer__Output>): grpc.ClientUnaryCall;
  
  DeleteWebhook(argument: _pacioli_reporting_v1_WebhookRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_reporting_v1_WebhookAnswer__Output>): grpc.ClientUnaryCall;
  DeleteWebhook(argument: _pacioli_reporting_v1_WebhookRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_reporting_v1_WebhookAnswer__Output>): grpc.ClientUnaryCall;
  DeleteWebhook(argument: _pacioli_reporting_v1_WebhookRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_reporting_v1_WebhookAnswer__Output>): grpc.ClientUnaryCall;
  DeleteWebhook(argument: _pacioli_reporting_v1_WebhookRequest, callback: grpc.requestCallback<_pacioli_reporting_v1_WebhookAnswer__Output>): grpc.ClientUnaryCall;
  deleteWebhook(argument: _pacioli_reporting_v1_WebhookRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_reporting_v1_WebhookAnswer__Output>): grpc.ClientUnaryCall;
  deleteWebhook(argument: _pacioli_reporting_v1_WebhookRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_reporting_v1_WebhookAnswer__Output>): grpc.ClientUnaryCall;
  deleteWebhook(argument: _pacioli_reporting_v1_WebhookRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_reporting_v1_WebhookAnswer__Output>): grpc.ClientUnaryCall;
  deleteWebhook(argument: _pacioli_reporting_v1_WebhookRequest, callback: grpc.requestCallback<_pacioli_reporting_v1_WebhookAnswer__Output>): grpc.ClientUnaryCall;
  
  GetWebhook(argument: _pacioli_reporting_v1_WebhookRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_reporting_v1_WebhookAnswer__Output>): grpc.ClientUnaryCall;
  GetWebhook(argument: _pacioli_reporting_v1_WebhookRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_reporting_v1_WebhookAnswer__Output>): grpc.ClientUnaryCall;
  GetWebhook(argument: _pacioli_reporting_v1_WebhookRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_reporting_v1_WebhookAnswer__Output>): grpc.ClientUnaryCall;
  GetWebhook(argument: _pacioli_reporting_v1_WebhookRequest, callback: grpc.requestCallback<_pacioli_reporting_v1_WebhookAnswer__Output>): grpc.ClientUnaryCall;
  getWebhook(argument: _pacioli_reporting_v1_WebhookRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_reporting_v1_WebhookAnswer__Output>): grpc.ClientUnaryCall;
  getWebhook(argument: _pacioli_reporting_v1_WebhookRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_reporting_v1_WebhookAnswer__Output>): grpc.ClientUnaryCall;
  getWebhook(argument: _pacioli_reporting_v1_WebhookRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_reporting_v1_WebhookAnswer__Output>): grpc.ClientUnaryCall;
  getWebhook(argument: _pacioli_reporting_v1_WebhookRequest, callback: grpc.requestCallback<_pacioli_reporting_v1_WebhookAnswer__Output>): grpc.ClientUnaryCall;
  
  ListWebhookDeliveries(argument: _pacioli_reporting_v1_ListWebhookDeliveriesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_reporting_v1_ListWebhookDeliveriesResponse__Output>): grpc.ClientUnaryCall;
  ListWebhookDeliveries(argument: _pacioli_reporting_v1_ListWebhookDeliveriesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_reporting_v1_ListWebhookDeliveriesResponse__Output>): grpc.ClientUnaryCall;
  ListWebhookDeliveries(argument: _pacioli_reporting_v1_ListWebhookDeliveriesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_reporting_v1_ListWebhookDeliveriesResponse__Output>): grpc.ClientUnaryCall;
  ListWebhookDeliveries(argument: _pacioli_reporting_v1_ListWebhookDeliveriesRequest, callback: grpc.requestCallback<_pacioli_reporting_v1_ListWebhookDeliveriesResponse__Output>): grpc.ClientUnaryCall;
  listWebhookDeliveries(argument: _pacioli_reporting_v1_ListWebhookDeliveriesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_reporting_v1_ListWebhookDeliveriesResponse__Output>): grpc.ClientUnaryCall;
  listWebhookDeliveries(argument: _pacioli_reporting_v1_ListWebhookDeliveriesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_reporting_v1_ListWebhookDeliveriesResponse__Output>): grpc.ClientUnaryCall;
  listWebhookDeliveries(argument: _pacioli_reporting_v1_ListWebhookDeliveriesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_reporting_v1_ListWebhookDeliveriesResponse__Output>): grpc.ClientUnaryCall;
  listWebhookDeliveries(argument: _pacioli_reporting_v1_ListWebhookDeliveriesRequest, callback: grpc.requestCallback<_pacioli_reporting_v1_ListWebhookDeliveriesResponse__Output>): grpc.ClientUnaryCall;
  
  ListWebhooks(argument: _pacioli_reporting_v1_ListWebhooksRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_reporting_v1_ListWebhooksResponse__Output>): grpc.ClientUnaryCall;
  ListWebhooks(argument: _pacioli_reporting_v1_ListWebhooksRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_reporting_v1_ListWebhooksResponse__Output>): grpc.ClientUnaryCall;
  ListWebhooks(argument: _pacioli_reporting_v1_ListWebhooksRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_reporting_v1_ListWebhooksResponse__Output>): grpc.ClientUnaryCall;
  ListWebhooks(argument: _pacioli_reporting_v1_ListWebhooksRequest, callback: grpc.requestCallback<_pacioli_reporting_v1_ListWebhooksResponse__Output>): grpc.ClientUnaryCall;
  listWebhooks(argument: _pacioli_reporting_v1_ListWebhooksRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_reporting_v1_ListWebhooksResponse__Output>): grpc.ClientUnaryCall;
  listWebhooks(argument: _pacioli_reporting_v1_ListWebhooksRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_reporting_v1_ListWebhooksResponse__Output>): grpc.ClientUnaryCall;
  listWebhooks(argument: _pacioli_reporting_v1_ListWebhooksRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_reporting_v1_ListWebhooksResponse__Output>): grpc.ClientUnaryCall;
  listWebhooks(argument: _pacioli_reporting_v1_ListWebhooksRequest, callback: grpc.requestCallback<_pacioli_reporting_v1_ListWebhooksResponse__Output>): grpc.ClientUnaryCall;
  
  RetryWebhookDelivery(argument: _pacioli_reporting_v1_RetryWebhookDeliveryRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_reporting_v1_WebhookDeliveryAnswer__Output>): grpc.ClientUnaryCall;
  RetryWebhookDelivery(argument: _pacioli_reporting_v1_RetryWebhookDeliveryRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_reporting_v1_WebhookDeliveryAnswer__Output>): grpc.ClientUnaryCall;
  RetryWebhookDelivery(argument: _pacioli_reporting_v1_RetryWebhookDeliveryRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_reporting_v1_WebhookDeliveryAnswer__Output>): grpc.ClientUnaryCall;
  RetryWebhookDelivery(argument: _pacioli_reporting_v1_RetryWebhookDeliveryRequest, callback: grpc.requestCallback<_pacioli_reporting_v1_WebhookDeliveryAnswer__Output>): grpc.ClientUnaryCall;
  retryWebhookDelivery(argument: _pacioli_reporting_v1_RetryWebhookDeliveryRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_reporting_v1_WebhookDeliveryAnswer__Output>): grpc.ClientUnaryCall;
  retryWebhookDelivery(argument: _pacioli_reporting_v1_RetryWebhookDeliveryRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_reporting_v1_WebhookDeliveryAnswer__Output>): grpc.ClientUnaryCall;
  retryWebhookDelivery(argument: _pacioli_reporting_v1_RetryWebhookDeliveryRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_reporting_v1_WebhookDeliveryAnswer__Output>): grpc.ClientUnaryCall;
  retryWebhookDelivery(argument: _pacioli_reporting_v1_RetryWebhookDeliveryRequest, callback: grpc.requestCallback<_pacioli_reporting_v1_WebhookDeliveryAnswer__Output>): grpc.ClientUnaryCall;
  
  RotateWebhookSecret(argument: _pacioli_reporting_v1_RotateWebhookSecretRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_reporting_v1_WebhookAnswer__Output>): grpc.ClientUnaryCall;
  RotateWebhookSecret(argument: _pacioli_reporting_v1_RotateWebhookSecretRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_reporting_v1_WebhookAnswer__Output>): grpc.ClientUnaryCall;
  RotateWebhookSecret(argument: _pacioli_reporting_v1_RotateWebhookSecretRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_reporting_v1_WebhookAnswer__Output>): grpc.ClientUnaryCall;
  RotateWebhookSecret(argument: _pacioli_reporting_v1_RotateWebhookSecretRequest, callback: grpc.requestCallback<_pacioli_reporting_v1_WebhookAnswer__Output>): grpc.ClientUnaryCall;
  rotateWebhookSecret(argument: _pacioli_reporting_v1_RotateWebhookSecretRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_reporting_v1_WebhookAnswer__Output>): grpc.ClientUnaryCall;
  rotateWebhookSecret(argument: _pacioli_reporting_v1_RotateWebhookSecretRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_reporting_v1_WebhookAnswer__Output>): grpc.ClientUnaryCall;
  rotateWebhookSecret(argument: _pacioli_reporting_v1_RotateWebhookSecretRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_reporting_v1_WebhookAnswer__Output>): grpc.ClientUnaryCall;
  rotateWebhookSecret(argument: _pacioli_reporting_v1_RotateWebhookSecretRequest, callback: grpc.requestCallback<_pacioli_reporting_v1_WebhookAnswer__Output>): grpc.ClientUnaryCall;
  
  TestWebhook(argument: _pacioli_reporting_v1_WebhookRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_reporting_v1_WebhookDeliveryAnswer__Output>): grpc.ClientUnaryCall;
  TestWebhook(argument: _pacioli_reporting_v1_WebhookRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_reporting_v1_WebhookDeliveryAnswer__Output>): grpc.ClientUnaryCall;
  TestWebhook(argument: _pacioli_reporting_v1_WebhookRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_reporting_v1_WebhookDeliveryAnswer__Output>): grpc.ClientUnaryCall;
  TestWebhook(argument: _pacioli_reporting_v1_WebhookRequest, callback: grpc.requestCallback<_pacioli_reporting_v1_WebhookDeliveryAnswer__Output>): grpc.ClientUnaryCall;
  testWebhook(argument: _pacioli_reporting_v1_WebhookRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_reporting_v1_WebhookDeliveryAnswer__Output>): grpc.ClientUnaryCall;
  testWebhook(argument: _pacioli_reporting_v1_WebhookRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_reporting_v1_WebhookDeliveryAnswer__Output>): grpc.ClientUnaryCall;
  testWebhook(argument: _pacioli_reporting_v1_WebhookRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_reporting_v1_WebhookDeliveryAnswer__Output>): grpc.ClientUnaryCall;
  testWebhook(argument: _pacioli_reporting_v1_WebhookRequest, callback: grpc.requestCallback<_pacioli_reporting_v1_WebhookDeliveryAnswer__Output>): grpc.ClientUnaryCall;
  
  UpdateWebhook(argument: _pacioli_reporting_v1_UpdateWebhookRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_reporting_v1_WebhookAnswer__Output>): grpc.ClientUnaryCall;
  UpdateWebhook(argument: _pacioli_reporting_v1_UpdateWebhookRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_reporting_v1_WebhookAnswer__Output>): grpc.ClientUnaryCall;
  UpdateWebhook(argument: _pacioli_reporting_v1_UpdateWebhookRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_reporting_v1_WebhookAnswer__Output>): grpc.ClientUnaryCall;
  UpdateWebhook(argument: _pacioli_reporting_v1_UpdateWebhookRequest, callback: grpc.requestCallback<_pacioli_reporting_v1_WebhookAnswer__Output>): grpc.ClientUnaryCall;
  updateWebhook(argument: _pacioli_reporting_v1_UpdateWebhookRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_reporting_v1_WebhookAnswer__Output>): grpc.ClientUnaryCall;
  updateWebhook(argument: _pacioli_reporting_v1_UpdateWebhookRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_reporting_v1_WebhookAnswer__Output>): grpc.ClientUnaryCall;
  updateWebhook(argument: _pacioli_reporting_v1_UpdateWebhookRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_reporting_v1_WebhookAnswer__Output>): grpc.ClientUnaryCall;
  updateWebhook(argument: _pacioli_reporting_v1_UpdateWebhookRequest, callback: grpc.requestCallback<_pacioli_reporting_v1_WebhookAnswer__Output>): grpc.ClientUnaryCall;
  
}

/**
 * Endpoints of a client that are told of events. They belong to the client as a whole.
 */
export interface WebhooksServiceHandlers extends grpc.UntypedServiceImplementation {
  CreateWebhook: grpc.handleUnaryCall<_pacioli_reporting_v1_CreateWebhookRequest__Output, _pacioli_reporting_v1_WebhookAnswer>;
  
  DeleteWebhook: grpc.handleUnaryCall<_pacioli_reporting_v1_WebhookRequest__Output, _pacioli_reporting_v1_WebhookAnswer>;
  
  GetWebhook: grpc.handleUnaryCall<_pacioli_reporting_v1_WebhookRequest__Output, _pacioli_reporting_v1_WebhookAnswer>;
  
  ListWebhookDeliveries: grpc.handleUnaryCall<_pacioli_reporting_v1_ListWebhookDeliveriesRequest__Output, _pacioli_reporting_v1_ListWebhookDeliveriesResponse>;
  
  ListWebhooks: grpc.handleUnaryCall<_pacioli_reporting_v1_ListWebhooksRequest__Output, _pacioli_reporting_v1_ListWebhooksResponse>;
  
  RetryWebhookDelivery: grpc.handleUnaryCall<_pacioli_reporting_v1_RetryWebhookDeliveryRequest__Output, _pacioli_reporting_v1_WebhookDeliveryAnswer>;
  
  RotateWebhookSecret: grpc.handleUnaryCall<_pacioli_reporting_v1_RotateWebhookSecretRequest__Output, _pacioli_reporting_v1_WebhookAnswer>;
  
  TestWebhook: grpc.handleUnaryCall<_pacioli_reporting_v1_WebhookRequest__Output, _pacioli_reporting_v1_WebhookDeliveryAnswer>;
  
  UpdateWebhook: grpc.handleUnaryCall<_pacioli_reporting_v1_UpdateWebhookRequest__Output, _pacioli_reporting_v1_WebhookAnswer>;
  
}

export interface WebhooksServiceDefinition extends grpc.ServiceDefinition {
  CreateWebhook: MethodDefinition<_pacioli_reporting_v1_CreateWebhookRequest, _pacioli_reporting_v1_WebhookAnswer, _pacioli_reporting_v1_CreateWebhookRequest__Output, _pacioli_reporting_v1_WebhookAnswer__Output>
  DeleteWebhook: MethodDefinition<_pacioli_reporting_v1_WebhookRequest, _pacioli_reporting_v1_WebhookAnswer, _pacioli_reporting_v1_WebhookRequest__Output, _pacioli_reporting_v1_WebhookAnswer__Output>
  GetWebhook: MethodDefinition<_pacioli_reporting_v1_WebhookRequest, _pacioli_reporting_v1_WebhookAnswer, _pacioli_reporting_v1_WebhookRequest__Output, _pacioli_reporting_v1_WebhookAnswer__Output>
  ListWebhookDeliveries: MethodDefinition<_pacioli_reporting_v1_ListWebhookDeliveriesRequest, _pacioli_reporting_v1_ListWebhookDeliveriesResponse, _pacioli_reporting_v1_ListWebhookDeliveriesRequest__Output, _pacioli_reporting_v1_ListWebhookDeliveriesResponse__Output>
  ListWebhooks: MethodDefinition<_pacioli_reporting_v1_ListWebhooksRequest, _pacioli_reporting_v1_ListWebhooksResponse, _pacioli_reporting_v1_ListWebhooksRequest__Output, _pacioli_reporting_v1_ListWebhooksResponse__Output>
  RetryWebhookDelivery: MethodDefinition<_pacioli_reporting_v1_RetryWebhookDeliveryRequest, _pacioli_reporting_v1_WebhookDeliveryAnswer, _pacioli_reporting_v1_RetryWebhookDeliveryRequest__Output, _pacioli_reporting_v1_WebhookDeliveryAnswer__Output>
  RotateWebhookSecret: MethodDefinition<_pacioli_reporting_v1_RotateWebhookSecretRequest, _pacioli_reporting_v1_WebhookAnswer, _pacioli_reporting_v1_RotateWebhookSecretRequest__Output, _pacioli_reporting_v1_WebhookAnswer__Output>
  TestWebhook: MethodDefinition<_pacioli_reporting_v1_WebhookRequest, _pacioli_reporting_v1_WebhookDeliveryAnswer, _pacioli_reporting_v1_WebhookRequest__Output, _pacioli_reporting_v1_WebhookDeliveryAnswer__Output>
  UpdateWebhook: MethodDefinition<_pacioli_reporting_v1_UpdateWebhookRequest, _pacioli_reporting_v1_WebhookAnswer, _pacioli_reporting_v1_UpdateWebhookRequest__Output, _pacioli_reporting_v1_WebhookAnswer__Output>
}
