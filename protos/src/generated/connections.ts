import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { CompleteAuthorizationRequest as _pacioli_ledger_v1_CompleteAuthorizationRequest, CompleteAuthorizationRequest__Output as _pacioli_ledger_v1_CompleteAuthorizationRequest__Output } from './pacioli/ledger/v1/CompleteAuthorizationRequest.ts';
import type { CompleteAuthorizationResponse as _pacioli_ledger_v1_CompleteAuthorizationResponse, CompleteAuthorizationResponse__Output as _pacioli_ledger_v1_CompleteAuthorizationResponse__Output } from './pacioli/ledger/v1/CompleteAuthorizationResponse.ts';
import type { Connection as _pacioli_ledger_v1_Connection, Connection__Output as _pacioli_ledger_v1_Connection__Output } from './pacioli/ledger/v1/Connection.ts';
import type { ConnectionsServiceClient as _pacioli_ledger_v1_ConnectionsServiceClient, ConnectionsServiceDefinition as _pacioli_ledger_v1_ConnectionsServiceDefinition } from './pacioli/ledger/v1/ConnectionsService.ts';
import type { ProviderRequest as _pacioli_ledger_v1_ProviderRequest, ProviderRequest__Output as _pacioli_ledger_v1_ProviderRequest__Output } from './pacioli/ledger/v1/ProviderRequest.ts';
import type { RefusedItem as _pacioli_ledger_v1_RefusedItem, RefusedItem__Output as _pacioli_ledger_v1_RefusedItem__Output } from './pacioli/ledger/v1/RefusedItem.ts';
import type { StartAuthorizationResponse as _pacioli_ledger_v1_StartAuthorizationResponse, StartAuthorizationResponse__Output as _pacioli_ledger_v1_StartAuthorizationResponse__Output } from './pacioli/ledger/v1/StartAuthorizationResponse.ts';
import type { Sync as _pacioli_ledger_v1_Sync, Sync__Output as _pacioli_ledger_v1_Sync__Output } from './pacioli/ledger/v1/Sync.ts';
import type { SyncCounts as _pacioli_ledger_v1_SyncCounts, SyncCounts__Output as _pacioli_ledger_v1_SyncCounts__Output } from './pacioli/ledger/v1/SyncCounts.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  pacioli: {
    ledger: {
      v1: {
        CompleteAuthorizationRequest: MessageTypeDefinition<_pacioli_ledger_v1_CompleteAuthorizationRequest, _pacioli_ledger_v1_CompleteAuthorizationRequest__Output>
        CompleteAuthorizationResponse: MessageTypeDefinition<_pacioli_ledger_v1_CompleteAuthorizationResponse, _pacioli_ledger_v1_CompleteAuthorizationResponse__Output>
        Connection: MessageTypeDefinition<_pacioli_ledger_v1_Connection, _pacioli_ledger_v1_Connection__Output>
        /**
         * Connections of businesses to accounting software elsewhere (OAuth 2.0 authorization code with PKCE), and what is
         * imported over them.
         */
        ConnectionsService: SubtypeConstructor<typeof grpc.Client, _pacioli_ledger_v1_ConnectionsServiceClient> & { service: _pacioli_ledger_v1_ConnectionsServiceDefinition }
        ProviderRequest: MessageTypeDefinition<_pacioli_ledger_v1_ProviderRequest, _pacioli_ledger_v1_ProviderRequest__Output>
        RefusedItem: MessageTypeDefinition<_pacioli_ledger_v1_RefusedItem, _pacioli_ledger_v1_RefusedItem__Output>
        StartAuthorizationResponse: MessageTypeDefinition<_pacioli_ledger_v1_StartAuthorizationResponse, _pacioli_ledger_v1_StartAuthorizationResponse__Output>
        Sync: MessageTypeDefinition<_pacioli_ledger_v1_Sync, _pacioli_ledger_v1_Sync__Output>
        SyncCounts: MessageTypeDefinition<_pacioli_ledger_v1_SyncCounts, _pacioli_ledger_v1_SyncCounts__Output>
      }
    }
  }
}

