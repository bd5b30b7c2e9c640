import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { DocumentMatch as _pacioli_banking_v1_DocumentMatch, DocumentMatch__Output as _pacioli_banking_v1_DocumentMatch__Output } from './pacioli/banking/v1/DocumentMatch.ts';
import type { DocumentMatchesServiceClient as _pacioli_banking_v1_DocumentMatchesServiceClient, DocumentMatchesServiceDefinition as _pacioli_banking_v1_DocumentMatchesServiceDefinition } from './pacioli/banking/v1/DocumentMatchesService.ts';
import type { FindDocumentMatchesRequest as _pacioli_banking_v1_FindDocumentMatchesRequest, FindDocumentMatchesRequest__Output as _pacioli_banking_v1_FindDocumentMatchesRequest__Output } from './pacioli/banking/v1/FindDocumentMatchesRequest.ts';
import type { FindDocumentMatchesResponse as _pacioli_banking_v1_FindDocumentMatchesResponse, FindDocumentMatchesResponse__Output as _pacioli_banking_v1_FindDocumentMatchesResponse__Output } from './pacioli/banking/v1/FindDocumentMatchesResponse.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  pacioli: {
    banking: {
      v1: {
        DocumentMatch: MessageTypeDefinition<_pacioli_banking_v1_DocumentMatch, _pacioli_banking_v1_DocumentMatch__Output>
        /**
         * Which documents are matched: asked before one of them is changed.
         */
        DocumentMatchesService: SubtypeConstructor<typeof grpc.Client, _pacioli_banking_v1_DocumentMatchesServiceClient> & { service: _pacioli_banking_v1_DocumentMatchesServiceDefinition }
        FindDocumentMatchesRequest: MessageTypeDefinition<_pacioli_banking_v1_FindDocumentMatchesRequest, _pacioli_banking_v1_FindDocumentMatchesRequest__Output>
        FindDocumentMatchesResponse: MessageTypeDefinition<_pacioli_banking_v1_FindDocumentMatchesResponse, _pacioli_banking_v1_FindDocumentMatchesResponse__Output>
      }
    }
  }
}

