// Original file: pacioli/billing/v1/replay.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { Aggregate as _pacioli_billing_v1_Aggregate, Aggregate__Output as _pacioli_billing_v1_Aggregate__Output } from '../../../pacioli/billing/v1/Aggregate.ts';
import type { ReplayAggregatesRequest as _pacioli_billing_v1_ReplayAggregatesRequest, ReplayAggregatesRequest__Output as _pacioli_billing_v1_ReplayAggregatesRequest__Output } from '../../../pacioli/billing/v1/ReplayAggregatesRequest.ts';

/**
 * The current state and version of everything billing owns, for read models to be rebuilt from.
 */
export interface ReplayServiceClient extends grpc.Client {
  ReplayAggregates(argument: _pacioli_billing_v1_ReplayAggregatesRequest, metadata: grpc.Metadata, options?: grpc.CallOptions): grpc.ClientReadableStream<_pacioli_billing_v1_Aggregate__Output>;
  ReplayAggregates(argument: _pacioli_billing_v1_ReplayAggregatesRequest, options?: grpc.CallOptions): grpc.ClientReadableStream<_pacioli_billing_v1_Aggregate__Output>;
  replayAggregates(argument: _pacioli_billing_v1_ReplayAggregatesRequest, metadata: grpc.Metadata, options?: grpc.CallOptions): grpc.ClientReadableStream<_pacioli_billing_v1_Aggregate__Output>;
  replayAggregates(argument: _pacioli_billing_v1_ReplayAggregatesRequest, options?: grpc.CallOptions): grpc.ClientReadableStream<_pacioli_billing_v1_Aggregate__Output>;
  
}

/**
 * The current state and version of everything billing owns, for read models to be rebuilt from.
 */
export interface ReplayServiceHandlers extends grpc.UntypedServiceImplementation {
  ReplayAggregates: grpc.handleServerStreamingCall<_pacioli_billing_v1_ReplayAggregatesRequest__Output, _pacioli_billing_v1_Aggregate>;
  
}

export interface ReplayServiceDefinition extends grpc.ServiceDefinition {
  ReplayAggregates: MethodDefinition<_pacioli_billing_v1_ReplayAggregatesRequest, _pacioli_billing_v1_Aggregate, _pacioli_billing_v1_ReplayAggregatesRequest__Output, _pacioli_billing_v1_Aggregate__Output>
}
