import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { AccountId as _pacioli_common_v1_AccountId, AccountId__Output as _pacioli_common_v1_AccountId__Output } from './pacioli/common/v1/AccountId.ts';
import type { AccountIdentifier as _pacioli_common_v1_AccountIdentifier, AccountIdentifier__Output as _pacioli_common_v1_AccountIdentifier__Output } from './pacioli/common/v1/AccountIdentifier.ts';
import type { AppliedTag as _pacioli_common_v1_AppliedTag, AppliedTag__Output as _pacioli_common_v1_AppliedTag__Output } from './pacioli/common/v1/AppliedTag.ts';
import type { ApplyTagsRequest as _pacioli_common_v1_ApplyTagsRequest, ApplyTagsRequest__Output as _pacioli_common_v1_ApplyTagsRequest__Output } from './pacioli/common/v1/ApplyTagsRequest.ts';
import type { CategoryIdentifier as _pacioli_common_v1_CategoryIdentifier, CategoryIdentifier__Output as _pacioli_common_v1_CategoryIdentifier__Output } from './pacioli/common/v1/CategoryIdentifier.ts';
import type { ChartAccount as _pacioli_common_v1_ChartAccount, ChartAccount__Output as _pacioli_common_v1_ChartAccount__Output } from './pacioli/common/v1/ChartAccount.ts';
import type { NamedValue as _pacioli_common_v1_NamedValue, NamedValue__Output as _pacioli_common_v1_NamedValue__Output } from './pacioli/common/v1/NamedValue.ts';
import type { PageRequest as _pacioli_common_v1_PageRequest, PageRequest__Output as _pacioli_common_v1_PageRequest__Output } from './pacioli/common/v1/PageRequest.ts';
import type { Pagination as _pacioli_common_v1_Pagination, Pagination__Output as _pacioli_common_v1_Pagination__Output } from './pacioli/common/v1/Pagination.ts';
import type { RemoveTagsRequest as _pacioli_common_v1_RemoveTagsRequest, RemoveTagsRequest__Output as _pacioli_common_v1_RemoveTagsRequest__Output } from './pacioli/common/v1/RemoveTagsRequest.ts';
import type { StableName as _pacioli_common_v1_StableName, StableName__Output as _pacioli_common_v1_StableName__Output } from './pacioli/common/v1/StableName.ts';
import type { TagKeyValue as _pacioli_common_v1_TagKeyValue, TagKeyValue__Output as _pacioli_common_v1_TagKeyValue__Output } from './pacioli/common/v1/TagKeyValue.ts';
import type { TagName as _pacioli_common_v1_TagName, TagName__Output as _pacioli_common_v1_TagName__Output } from './pacioli/common/v1/TagName.ts';
import type { TaggedEntitiesResponse as _pacioli_common_v1_TaggedEntitiesResponse, TaggedEntitiesResponse__Output as _pacioli_common_v1_TaggedEntitiesResponse__Output } from './pacioli/common/v1/TaggedEntitiesResponse.ts';
import type { TaggedEntity as _pacioli_common_v1_TaggedEntity, TaggedEntity__Output as _pacioli_common_v1_TaggedEntity__Output } from './pacioli/common/v1/TaggedEntity.ts';
import type { AccountAnswer as _pacioli_ledger_v1_AccountAnswer, AccountAnswer__Output as _pacioli_ledger_v1_AccountAnswer__Output } from './pacioli/ledger/v1/AccountAnswer.ts';
import type { BalanceNode as _pacioli_ledger_v1_BalanceNode, BalanceNode__Output as _pacioli_ledger_v1_BalanceNode__Output } from './pacioli/ledger/v1/BalanceNode.ts';
import type { ChartNode as _pacioli_ledger_v1_ChartNode, ChartNode__Output as _pacioli_ledger_v1_ChartNode__Output } from './pacioli/ledger/v1/ChartNode.ts';
import type { ChartOfAccountsServiceClient as _pacioli_ledger_v1_ChartOfAccountsServiceClient, ChartOfAccountsServiceDefinition as _pacioli_ledger_v1_ChartOfAccountsServiceDefinition } from './pacioli/ledger/v1/ChartOfAccountsService.ts';
import type { CreateAccountRequest as _pacioli_ledger_v1_CreateAccountRequest, CreateAccountRequest__Output as _pacioli_ledger_v1_CreateAccountRequest__Output } from './pacioli/ledger/v1/CreateAccountRequest.ts';
import type { GetChartRequest as _pacioli_ledger_v1_GetChartRequest, GetChartRequest__Output as _pacioli_ledger_v1_GetChartRequest__Output } from './pacioli/ledger/v1/GetChartRequest.ts';
import type { GetChartResponse as _pacioli_ledger_v1_GetChartResponse, GetChartResponse__Output as _pacioli_ledger_v1_GetChartResponse__Output } from './pacioli/ledger/v1/GetChartResponse.ts';
import type { ListAccountsRequest as _pacioli_ledger_v1_ListAccountsRequest, ListAccountsRequest__Output as _pacioli_ledger_v1_ListAccountsRequest__Output } from './pacioli/ledger/v1/ListAccountsRequest.ts';
import type { ListAccountsResponse as _pacioli_ledger_v1_ListAccountsResponse, ListAccountsResponse__Output as _pacioli_ledger_v1_ListAccountsResponse__Output } from './pacioli/ledger/v1/ListAccountsResponse.ts';
import type { UpdateAccountRequest as _pacioli_ledger_v1_UpdateAccountRequest, UpdateAccountRequest__Output as _pacioli_ledger_v1_UpdateAccountRequest__Output } from './pacioli/ledger/v1/UpdateAccountRequest.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  pacioli: {
    common: {
      v1: {
        AccountId: MessageTypeDefinition<_pacioli_common_v1_AccountId, _pacioli_common_v1_AccountId__Output>
        AccountIdentifier: MessageTypeDefinition<_pacioli_common_v1_AccountIdentifier, _pacioli_common_v1_AccountIdentifier__Output>
        AppliedTag: MessageTypeDefinition<_pacioli_common_v1_AppliedTag, _pacioli_common_v1_AppliedTag__Output>
        ApplyTagsRequest: MessageTypeDefinition<_pacioli_common_v1_ApplyTagsRequest, _pacioli_common_v1_ApplyTagsRequest__Output>
        CategoryIdentifier: MessageTypeDefinition<_pacioli_common_v1_CategoryIdentifier, _pacioli_common_v1_CategoryIdentifier__Output>
        ChartAccount: MessageTypeDefinition<_pacioli_common_v1_ChartAccount, _pacioli_common_v1_ChartAccount__Output>
        NamedValue: MessageTypeDefinition<_pacioli_common_v1_NamedValue, _pacioli_common_v1_NamedValue__Output>
        PageRequest: MessageTypeDefinition<_pacioli_common_v1_PageRequest, _pacioli_common_v1_PageRequest__Output>
        Pagination: MessageTypeDefinition<_pacioli_common_v1_Pagination, _pacioli_common_v1_Pagination__Output>
        RemoveTagsRequest: MessageTypeDefinition<_pacioli_common_v1_RemoveTagsRequest, _pacioli_common_v1_RemoveTagsRequest__Output>
        StableName: MessageTypeDefinition<_pacioli_common_v1_StableName, _pacioli_common_v1_StableName__Output>
        TagKeyValue: MessageTypeDefinition<_pacioli_common_v1_TagKeyValue, _pacioli_common_v1_TagKeyValue__Output>
        TagName: MessageTypeDefinition<_pacioli_common_v1_TagName, _pacioli_common_v1_TagName__Output>
        TaggedEntitiesResponse: MessageTypeDefinition<_pacioli_common_v1_TaggedEntitiesResponse, _pacioli_common_v1_TaggedEntitiesResponse__Output>
        TaggedEntity: MessageTypeDefinition<_pacioli_common_v1_TaggedEntity, _pacioli_common_v1_TaggedEntity__Output>
      }
    }
    ledger: {
      v1: {
        AccountAnswer: MessageTypeDefinition<_pacioli_ledger_v1_AccountAnswer, _pacioli_ledger_v1_AccountAnswer__Output>
        BalanceNode: MessageTypeDefinition<_pacioli_ledger_v1_BalanceNode, _pacioli_ledger_v1_BalanceNode__Output>
        ChartNode: MessageTypeDefinition<_pacioli_ledger_v1_ChartNode, _pacioli_ledger_v1_ChartNode__Output>
        /**
         * The chart of accounts of a business, and what stands on its accounts.
         */
        ChartOfAccountsService: SubtypeConstructor<typeof grpc.Client, _pacioli_ledger_v1_ChartOfAccountsServiceClient> & { service: _pacioli_ledger_v1_ChartOfAccountsServiceDefinition }
        CreateAccountRequest: MessageTypeDefinition<_pacioli_ledger_v1_CreateAccountRequest, _pacioli_ledger_v1_CreateAccountRequest__Output>
        GetChartRequest: MessageTypeDefinition<_pacioli_ledger_v1_GetChartRequest, _pacioli_ledger_v1_GetChartRequest__Output>
        GetChartResponse: MessageTypeDefinition<_pacioli_ledger_v1_GetChartResponse, _pacioli_ledger_v1_GetChartResponse__Output>
        ListAccountsRequest: MessageTypeDefinition<_pacioli_ledger_v1_ListAccountsRequest, _pacioli_ledger_v1_ListAccountsRequest__Output>
        ListAccountsResponse: MessageTypeDefinition<_pacioli_ledger_v1_ListAccountsResponse, _pacioli_ledger_v1_ListAccountsResponse__Output>
        UpdateAccountRequest: MessageTypeDefinition<_pacioli_ledger_v1_UpdateAccountRequest, _pacioli_ledger_v1_UpdateAccountRequest__Output>
      }
    }
  }
}

