// Original file: pacioli/reporting/v1/notifications.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { BusinessNotifications as _pacioli_reporting_v1_BusinessNotifications, BusinessNotifications__Output as _pacioli_reporting_v1_BusinessNotifications__Output } from '../../../pacioli/reporting/v1/BusinessNotifications.ts';
import type { GetBusinessNotificationsRequest as _pacioli_reporting_v1_GetBusinessNotificationsRequest, GetBusinessNotificationsRequest__Output as _pacioli_reporting_v1_GetBusinessNotificationsRequest__Output } from '../../../pacioli/reporting/v1/GetBusinessNotificationsRequest.ts';

/**
 * What a business should be told of.
 */
export interface NotificationsServiceClient extends grpc.Client {
  GetBusinessNotifications(argument: _pacioli_reporting_v1_GetBusinessNotificationsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_reporting_v1_BusinessNotifications__Output>): grpc.ClientUnaryCall;
  GetBusinessNotifications(argument: _pacioli_reporting_v1_GetBusinessNotificationsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_reporting_v1_BusinessNotifications__Output>): grpc.ClientUnaryCall;
  GetBusinessNotifications(argument: _pacioli_reporting_v1_GetBusinessNotificationsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_reporting_v1_BusinessNotifications__Output>): grpc.ClientUnaryCall;
  GetBusinessNotifications(argument: _pacioli_reporting_v1_GetBusinessNotificationsRequest, callback: grpc.requestCallback<_pacioli_reporting_v1_BusinessNotifications__Output>): grpc.ClientUnaryCall;
  getBusinessNotifications(argument: _pacioli_reporting_v1_GetBusinessNotificationsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_reporting_v1_BusinessNotifications__Output>): grpc.ClientUnaryCall;
  getBusinessNotifications(argument: _pacioli_reporting_v1_GetBusinessNotificationsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_reporting_v1_BusinessNotifications__Output>): grpc.ClientUnaryCall;
  getBusinessNotifications(argument: _pacioli_reporting_v1_GetBusinessNotificationsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_reporting_v1_BusinessNotifications__Output>): grpc.ClientUnaryCall;
  getBusinessNotifications(argument: _pacioli_reporting_v1_GetBusinessNotificationsRequest, callback: grpc.requestCallback<_pacioli_reporting_v1_BusinessNotifications__Output>): grpc.ClientUnaryCall;
  
}

/**
 * What a business should be told of.
 */
export interface NotificationsServiceHandlers extends grpc.UntypedServiceImplementation {
  GetBusinessNotifications: grpc.handleUnaryCall<_pacioli_reporting_v1_GetBusinessNotificationsRequest__Output, _pacioli_reporting_v1_BusinessNotifications>;
  
}

export interface NotificationsServiceDefinition extends grpc.ServiceDefinition {
  GetBusinessNotifications: MethodDefinition<_pacioli_reporting_v1_GetBusinessNotificationsRequest, _pacioli_reporting_v1_BusinessNotifications, _pacioli_reporting_v1_GetBusinessNotificationsRequest__Output, _pacioli_reporting_v1_BusinessNotifications__Output>
}
