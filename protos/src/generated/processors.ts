import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { ConfigureProcessorRequest as _pacioli_ledger_v1_ConfigureProcessorRequest, ConfigureProcessorRequest__Output as _pacioli_ledger_v1_ConfigureProcessorRequest__Output } from './pacioli/ledger/v1/ConfigureProcessorRequest.ts';
import type { GetProcessorConfigurationRequest as _pacioli_ledger_v1_GetProcessorConfigurationRequest, GetProcessorConfigurationRequest__Output as _pacioli_ledger_v1_GetProcessorConfigurationRequest__Output } from './pacioli/ledger/v1/GetProcessorConfigurationRequest.ts';
import type { ProcessorConfiguration as _pacioli_ledger_v1_ProcessorConfiguration, ProcessorConfiguration__Output as _pacioli_ledger_v1_ProcessorConfiguration__Output } from './pacioli/ledger/v1/ProcessorConfiguration.ts';
import type { ProcessorsServiceClient as _pacioli_ledger_v1_ProcessorsServiceClient, ProcessorsServiceDefinition as _pacioli_ledger_v1_ProcessorsServiceDefinition } from './pacioli/ledger/v1/ProcessorsService.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  pacioli: {
    ledger: {
      v1: {
        ConfigureProcessorRequest: MessageTypeDefinition<_pacioli_ledger_v1_ConfigureProcessorRequest, _pacioli_ledger_v1_ConfigureProcessorRequest__Output>
        GetProcessorConfigurationRequest: MessageTypeDefinition<_pacioli_ledger_v1_GetProcessorConfigurationRequest, _pacioli_ledger_v1_GetProcessorConfigurationRequest__Output>
        ProcessorConfiguration: MessageTypeDefinition<_pacioli_ledger_v1_ProcessorConfiguration, _pacioli_ledger_v1_ProcessorConfiguration__Output>
        /**
         * Secrets of payment processors, one per client and processor. A secret goes in and never comes out.
         */
        ProcessorsService: SubtypeConstructor<typeof grpc.Client, _pacioli_ledger_v1_ProcessorsServiceClient> & { service: _pacioli_ledger_v1_ProcessorsServiceDefinition }
      }
    }
  }
}

