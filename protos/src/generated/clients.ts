import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { AuthenticateClientRequest as _pacioli_ledger_v1_AuthenticateClientRequest, AuthenticateClientRequest__Output as _pacioli_ledger_v1_AuthenticateClientRequest__Output } from './pacioli/ledger/v1/AuthenticateClientRequest.ts';
import type { Client as _pacioli_ledger_v1_Client, Client__Output as _pacioli_ledger_v1_Client__Output } from './pacioli/ledger/v1/Client.ts';
import type { ClientsServiceClient as _pacioli_ledger_v1_ClientsServiceClient, ClientsServiceDefinition as _pacioli_ledger_v1_ClientsServiceDefinition } from './pacioli/ledger/v1/ClientsService.ts';
import type { GetClientRequest as _pacioli_ledger_v1_GetClientRequest, GetClientRequest__Output as _pacioli_ledger_v1_GetClientRequest__Output } from './pacioli/ledger/v1/GetClientRequest.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  pacioli: {
    ledger: {
      v1: {
        AuthenticateClientRequest: MessageTypeDefinition<_pacioli_ledger_v1_AuthenticateClientRequest, _pacioli_ledger_v1_AuthenticateClientRequest__Output>
        Client: MessageTypeDefinition<_pacioli_ledger_v1_Client, _pacioli_ledger_v1_Client__Output>
        /**
         * The platforms that may call the gateway. For the gateway alone; never public. Operators create and revoke clients
         * with `npm run clients`.
         */
        ClientsService: SubtypeConstructor<typeof grpc.Client, _pacioli_ledger_v1_ClientsServiceClient> & { service: _pacioli_ledger_v1_ClientsServiceDefinition }
        GetClientRequest: MessageTypeDefinition<_pacioli_ledger_v1_GetClientRequest, _pacioli_ledger_v1_GetClientRequest__Output>
      }
    }
  }
}

