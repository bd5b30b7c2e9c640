// Original file: pacioli/ledger/v1/processors.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { ConfigureProcessorRequest as _pacioli_ledger_v1_ConfigureProcessorRequest, ConfigureProcessorRequest__Output as _pacioli_ledger_v1_ConfigureProcessorRequest__Output } from '../../../pacioli/ledger/v1/ConfigureProcessorRequest.ts';
import type { GetProcessorConfigurationRequest as _pacioli_ledger_v1_GetProcessorConfigurationRequest, GetProcessorConfigurationRequest__Output as _pacioli_ledger_v1_GetProcessorConfigurationRequest__Output } from '../../../pacioli/ledger/v1/GetProcessorConfigurationRequest.ts';
import type { ProcessorConfiguration as _pacioli_ledger_v1_ProcessorConfiguration, ProcessorConfiguration__Output as _pacioli_ledger_v1_ProcessorConfiguration__Output } from '../../../pacioli/ledger/v1/ProcessorConfiguration.ts';

/**
 * Secrets of payment processors, one per client and processor. A secret goes in and never comes out.
 */
export interface ProcessorsServiceClient extends grpc.Client {
  ConfigureProcessor(argument: _pacioli_ledger_v1_ConfigureProcessorRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_ProcessorConfiguration__Output>): grpc.ClientUnaryCall;
  ConfigureProcessor(argument: _pacioli_ledger_v1_ConfigureProcessorRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_ledger_v1_ProcessorConfiguration__Output>): grpc.ClientUnaryCall;
  ConfigureProcessor(argument: _pacioli_ledger_v1_ConfigureProcessorRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_ProcessorConfiguration__Output>): grpc.ClientUnaryCall;
  ConfigureProcessor(argument: _pacioli_ledger_v1_ConfigureProcessorRequest, callback: grpc.requestCallback<_pacioli_ledger_v1_ProcessorConfiguration__Output>): grpc.ClientUnaryCall;
  configureProcessor(argument: _pacioli_ledger_v1_ConfigureProcessorRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_ProcessorConfiguration__Output>): grpc.ClientUnaryCall;
  configureProcessor(argument: _pacioli_ledger_v1_ConfigureProcessorRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_ledger_v1_ProcessorConfiguration__Output>): grpc.ClientUnaryCall;
  configureProcessor(argument: _pacioli_ledger_v1_ConfigureProcessorRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_ProcessorConfiguration__Output>): grpc.ClientUnaryCall;
  configureProcessor(argument: _pacioli_ledger_v1_ConfigureProcessorRequest, callback: grpc.requestCallback<_pacioli_ledger_v1_ProcessorConfiguration__Output>): grpc.ClientUnaryCall;
  
  GetProcessorConfiguration(argument: _pacioli_ledger_v1_GetProcessorConfigurationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_ProcessorConfiguration__Output>): grpc.ClientUnaryCall;
  GetProcessorConfiguration(argument: _pacioli_ledger_v1_GetProcessorConfigurationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_ledger_v1_ProcessorConfiguration__Output>): grpc.ClientUnaryCall;
  GetProcessorConfiguration(argument: _pacioli_ledger_v1_GetProcessorConfigurationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_ProcessorConfiguration__Output>): grpc.ClientUnaryCall;
  GetProcessorConfiguration(argument: _pacioli_ledger_v1_GetProcessorConfigurationRequest, callback: grpc.requestCallback<_pacioli_ledger_v1_ProcessorConfiguration__Output>): grpc.ClientUnaryCall;
  getProcessorConfiguration(argument: _pacioli_ledger_v1_GetProcessorConfigurationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_ProcessorConfiguration__Output>): grpc.ClientUnaryCall;
  getProcessorConfiguration(argument: _pacioli_ledger_v1_GetProcessorConfigurationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_ledger_v1_ProcessorConfiguration__Output>): grpc.ClientUnaryCall;
  getProcessorConfiguration(argument: _pacioli_ledger_v1_GetProcessorConfigurationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_ProcessorConfiguration__Output>): grpc.ClientUnaryCall;
  getProcessorConfiguration(argument: _pacioli_ledger_v1_GetProcessorConfigurationRequest, callback: grpc.requestCallback<_pacioli_ledger_v1_ProcessorConfiguration__Output>): grpc.ClientUnaryCall;
  
}

/**
 * Secrets of payment processors, one per client and processor. A secret goes in and never comes out.
 */
export interface ProcessorsServiceHandlers extends grpc.UntypedServiceImplementation {
  ConfigureProcessor: grpc.handleUnaryCall<_pacioli_ledger_v1_ConfigureProcessorRequest__Output, _pacioli_ledger_v1_ProcessorConfiguration>;
  
  GetProcessorConfiguration: grpc.handleUnaryCall<_pacioli_ledger_v1_GetProcessorConfigurationRequest__Output, _pacioli_ledger_v1_ProcessorConfiguration>;
  
}

export interface ProcessorsServiceDefinition extends grpc.ServiceDefinition {
  ConfigureProcessor: MethodDefinition<_pacioli_ledger_v1_ConfigureProcessorRequest, _pacioli_ledger_v1_ProcessorConfiguration, _pacioli_ledger_v1_ConfigureProcessorRequest__Output, _pacioli_ledger_v1_ProcessorConfiguration__Output>
  GetProcessorConfiguration: MethodDefinition<_pacioli_ledger_v1_GetProcessorConfigurationRequest, _pacioli_ledger_v1_ProcessorConfiguration, _pacioli_ledger_v1_GetProcessorConfigurationRequest__Output, _pacioli_ledger_v1_ProcessorConfiguration__Output>
}
