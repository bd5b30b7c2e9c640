import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { Aggregate as _pacioli_banking_v1_Aggregate, Aggregate__Output as _pacioli_banking_v1_Aggregate__Output } from './pacioli/banking/v1/Aggregate.ts';
import type { ReplayAggregatesRequest as _pacioli_banking_v1_ReplayAggregatesRequest, ReplayAggregatesRequest__Output as _pacioli_banking_v1_ReplayAggregatesRequest__Output } from './pacioli/banking/v1/ReplayAggregatesRequest.ts';
import type { ReplayServiceClient as _pacioli_banking_v1_ReplayServiceClient, ReplayServiceDefinition as _pacioli_banking_v1_ReplayServiceDefinition } from './pacioli/banking/v1/ReplayService.ts';
import type { Aggregate as _pacioli_billing_v1_Aggregate, Aggregate__Output as _pacioli_billing_v1_Aggregate__Output } from './pacioli/billing/v1/Aggregate.ts';
import type { ReplayAggregatesRequest as _pacioli_billing_v1_ReplayAggregatesRequest, ReplayAggregatesRequest__Output as _pacioli_billing_v1_ReplayAggregatesRequest__Output } from './pacioli/billing/v1/ReplayAggregatesRequest.ts';
import type { ReplayServiceClient as _pacioli_billing_v1_ReplayServiceClient, ReplayServiceDefinition as _pacioli_billing_v1_ReplayServiceDefinition } from './pacioli/billing/v1/ReplayService.ts';
import type { Aggregate as _pacioli_ledger_v1_Aggregate, Aggregate__Output as _pacioli_ledger_v1_Aggregate__Output } from './pacioli/ledger/v1/Aggregate.ts';
import type { ReplayAggregatesRequest as _pacioli_ledger_v1_ReplayAggregatesRequest, ReplayAggregatesRequest__Output as _pacioli_ledger_v1_ReplayAggregatesRequest__Output } from './pacioli/ledger/v1/ReplayAggregatesRequest.ts';
import type { ReplayServiceClient as _pacioli_ledger_v1_ReplayServiceClient, ReplayServiceDefinition as _pacioli_ledger_v1_ReplayServiceDefinition } from './pacioli/ledger/v1/ReplayService.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  pacioli: {
    banking: {
      v1: {
        Aggregate: MessageTypeDefinition<_pacioli_banking_v1_Aggregate, _pacioli_banking_v1_Aggregate__Output>
        ReplayAggregatesRequest: MessageTypeDefinition<_pacioli_banking_v1_ReplayAggregatesRequest, _pacioli_banking_v1_ReplayAggregatesRequest__Output>
        /**
         * The current state and version of everything banking owns, for read models to be rebuilt from.
         */
        ReplayService: SubtypeConstructor<typeof grpc.Client, _pacioli_banking_v1_ReplayServiceClient> & { service: _pacioli_banking_v1_ReplayServiceDefinition }
      }
    }
    billing: {
      v1: {
        Aggregate: MessageTypeDefinition<_pacioli_billing_v1_Aggregate, _pacioli_billing_v1_Aggregate__Output>
        ReplayAggregatesRequest: MessageTypeDefinition<_pacioli_billing_v1_ReplayAggregatesRequest, _pacioli_billing_v1_ReplayAggregatesRequest__Output>
        /**
         * The current state and version of everything billing owns, for read models to be rebuilt from.
         */
        ReplayService: SubtypeConstructor<typeof grpc.Client, _pacioli_billing_v1_ReplayServiceClient> & { service: _pacioli_billing_v1_ReplayServiceDefinition }
      }
    }
    ledger: {
      v1: {
        Aggregate: MessageTypeDefinition<_pacioli_ledger_v1_Aggregate, _pacioli_ledger_v1_Aggregate__Output>
        ReplayAggregatesRequest: MessageTypeDefinition<_pacioli_ledger_v1_ReplayAggregatesRequest, _pacioli_ledger_v1_ReplayAggregatesRequest__Output>
        /**
         * The current state and version of everything the ledger owns, for read models to be rebuilt from.
         */
        ReplayService: SubtypeConstructor<typeof grpc.Client, _pacioli_ledger_v1_ReplayServiceClient> & { service: _pacioli_ledger_v1_ReplayServiceDefinition }
      }
    }
  }
}

