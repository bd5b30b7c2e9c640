// Original file: pacioli/reporting/v1/events.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { ListEventsRequest as _pacioli_reporting_v1_ListEventsRequest, ListEventsRequest__Output as _pacioli_reporting_v1_ListEventsRequest__Output } from '../../../pacioli/reporting/v1/ListEventsRequest.ts';
import type { ListEventsResponse as _pacioli_reporting_v1_ListEventsResponse, ListEventsResponse__Output as _pacioli_reporting_v1_ListEventsResponse__Output } from '../../../pacioli/reporting/v1/ListEventsResponse.ts';

/**
 * What happened in a business, one event after the other.
 */
export interface EventsServiceClient extends grpc.Client {
  ListEvents(argument: _pacioli_reporting_v1_ListEventsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_reporting_v1_ListEventsResponse__Output>): grpc.ClientUnaryCall;
  ListEvents(argument: _pacioli_reporting_v1_ListEventsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_reporting_v1_ListEventsResponse__Output>): grpc.ClientUnaryCall;
  ListEvents(argument: _pacioli_reporting_v1_ListEventsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_reporting_v1_ListEventsResponse__Output>): grpc.ClientUnaryCall;
  ListEvents(argument: _pacioli_reporting_v1_ListEventsRequest, callback: grpc.requestCallback<_pacioli_reporting_v1_ListEventsResponse__Output>): grpc.ClientUnaryCall;
  listEvents(argument: _pacioli_reporting_v1_ListEventsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_reporting_v1_ListEventsResponse__Output>): grpc.ClientUnaryCall;
  listEvents(argument: _pacioli_reporting_v1_ListEventsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_reporting_v1_ListEventsResponse__Output>): grpc.ClientUnaryCall;
  listEvents(argument: _pacioli_reporting_v1_ListEventsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_reporting_v1_ListEventsResponse__Output>): grpc.ClientUnaryCall;
  listEvents(argument: _pacioli_reporting_v1_ListEventsRequest, callback: grpc.requestCallback<_pacioli_reporting_v1_ListEventsResponse__Output>): grpc.ClientUnaryCall;
  
}

/**
 * What happened in a business, one event after the other.
 */
export interface EventsServiceHandlers extends grpc.UntypedServiceImplementation {
  ListEvents: grpc.handleUnaryCall<_pacioli_reporting_v1_ListEventsRequest__Output, _pacioli_reporting_v1_ListEventsResponse>;
  
}

export interface EventsServiceDefinition extends grpc.ServiceDefinition {
  ListEvents: MethodDefinition<_pacioli_reporting_v1_ListEventsRequest, _pacioli_reporting_v1_ListEventsResponse, _pacioli_reporting_v1_ListEventsRequest__Output, _pacioli_reporting_v1_ListEventsResponse__Output>
}
