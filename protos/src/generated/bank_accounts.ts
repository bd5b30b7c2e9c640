import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { AccountNotification as _pacioli_banking_v1_AccountNotification, AccountNotification__Output as _pacioli_banking_v1_AccountNotification__Output } from './pacioli/banking/v1/AccountNotification.ts';
import type { BankAccount as _pacioli_banking_v1_BankAccount, BankAccount__Output as _pacioli_banking_v1_BankAccount__Output } from './pacioli/banking/v1/BankAccount.ts';
import type { BankAccountAnswer as _pacioli_banking_v1_BankAccountAnswer, BankAccountAnswer__Output as _pacioli_banking_v1_BankAccountAnswer__Output } from './pacioli/banking/v1/BankAccountAnswer.ts';
import type { BankAccountsServiceClient as _pacioli_banking_v1_BankAccountsServiceClient, BankAccountsServiceDefinition as _pacioli_banking_v1_BankAccountsServiceDefinition } from './pacioli/banking/v1/BankAccountsService.ts';
import type { CreateBankAccountRequest as _pacioli_banking_v1_CreateBankAccountRequest, CreateBankAccountRequest__Output as _pacioli_banking_v1_CreateBankAccountRequest__Output } from './pacioli/banking/v1/CreateBankAccountRequest.ts';
import type { CreateCustomAccountRequest as _pacioli_banking_v1_CreateCustomAccountRequest, CreateCustomAccountRequest__Output as _pacioli_banking_v1_CreateCustomAccountRequest__Output } from './pacioli/banking/v1/CreateCustomAccountRequest.ts';
import type { CreateOpeningBalanceRequest as _pacioli_banking_v1_CreateOpeningBalanceRequest, CreateOpeningBalanceRequest__Output as _pacioli_banking_v1_CreateOpeningBalanceRequest__Output } from './pacioli/banking/v1/CreateOpeningBalanceRequest.ts';
import type { ExternalAccount as _pacioli_banking_v1_ExternalAccount, ExternalAccount__Output as _pacioli_banking_v1_ExternalAccount__Output } from './pacioli/banking/v1/ExternalAccount.ts';
import type { ExternalAccountAnswer as _pacioli_banking_v1_ExternalAccountAnswer, ExternalAccountAnswer__Output as _pacioli_banking_v1_ExternalAccountAnswer__Output } from './pacioli/banking/v1/ExternalAccountAnswer.ts';
import type { GetBankAccountRequest as _pacioli_banking_v1_GetBankAccountRequest, GetBankAccountRequest__Output as _pacioli_banking_v1_GetBankAccountRequest__Output } from './pacioli/banking/v1/GetBankAccountRequest.ts';
import type { GetExternalAccountRequest as _pacioli_banking_v1_GetExternalAccountRequest, GetExternalAccountRequest__Output as _pacioli_banking_v1_GetExternalAccountRequest__Output } from './pacioli/banking/v1/GetExternalAccountRequest.ts';
import type { Institution as _pacioli_banking_v1_Institution, Institution__Output as _pacioli_banking_v1_Institution__Output } from './pacioli/banking/v1/Institution.ts';
import type { InstitutionInput as _pacioli_banking_v1_InstitutionInput, InstitutionInput__Output as _pacioli_banking_v1_InstitutionInput__Output } from './pacioli/banking/v1/InstitutionInput.ts';
import type { LatestBalance as _pacioli_banking_v1_LatestBalance, LatestBalance__Output as _pacioli_banking_v1_LatestBalance__Output } from './pacioli/banking/v1/LatestBalance.ts';
import type { ListBankAccountsRequest as _pacioli_banking_v1_ListBankAccountsRequest, ListBankAccountsRequest__Output as _pacioli_banking_v1_ListBankAccountsRequest__Output } from './pacioli/banking/v1/ListBankAccountsRequest.ts';
import type { ListBankAccountsResponse as _pacioli_banking_v1_ListBankAccountsResponse, ListBankAccountsResponse__Output as _pacioli_banking_v1_ListBankAccountsResponse__Output } from './pacioli/banking/v1/ListBankAccountsResponse.ts';
import type { ListExternalAccountsRequest as _pacioli_banking_v1_ListExternalAccountsRequest, ListExternalAccountsRequest__Output as _pacioli_banking_v1_ListExternalAccountsRequest__Output } from './pacioli/banking/v1/ListExternalAccountsRequest.ts';
import type { ListExternalAccountsResponse as _pacioli_banking_v1_ListExternalAccountsResponse, ListExternalAccountsResponse__Output as _pacioli_banking_v1_ListExternalAccountsResponse__Output } from './pacioli/banking/v1/ListExternalAccountsResponse.ts';
import type { OpeningBalance as _pacioli_banking_v1_OpeningBalance, OpeningBalance__Output as _pacioli_banking_v1_OpeningBalance__Output } from './pacioli/banking/v1/OpeningBalance.ts';
import type { OpeningBalanceAnswer as _pacioli_banking_v1_OpeningBalanceAnswer, OpeningBalanceAnswer__Output as _pacioli_banking_v1_OpeningBalanceAnswer__Output } from './pacioli/banking/v1/OpeningBalanceAnswer.ts';
import type { ReportedBalance as _pacioli_banking_v1_ReportedBalance, ReportedBalance__Output as _pacioli_banking_v1_ReportedBalance__Output } from './pacioli/banking/v1/ReportedBalance.ts';
import type { UpdateBankAccountRequest as _pacioli_banking_v1_UpdateBankAccountRequest, UpdateBankAccountRequest__Output as _pacioli_banking_v1_UpdateBankAccountRequest__Output } from './pacioli/banking/v1/UpdateBankAccountRequest.ts';
import type { UpdateConnectionRequest as _pacioli_banking_v1_UpdateConnectionRequest, UpdateConnectionRequest__Output as _pacioli_banking_v1_UpdateConnectionRequest__Output } from './pacioli/banking/v1/UpdateConnectionRequest.ts';
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

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  pacioli: {
    banking: {
      v1: {
        AccountNotification: MessageTypeDefinition<_pacioli_banking_v1_AccountNotification, _pacioli_banking_v1_AccountNotification__Output>
        BankAccount: MessageTypeDefinition<_pacioli_banking_v1_BankAccount, _pacioli_banking_v1_BankAccount__Output>
        BankAccountAnswer: MessageTypeDefinition<_pacioli_banking_v1_BankAccountAnswer, _pacioli_banking_v1_BankAccountAnswer__Output>
        /**
         * Bank accounts, and the external accounts that feed them.
         */
        BankAccountsService: SubtypeConstructor<typeof grpc.Client, _pacioli_banking_v1_BankAccountsServiceClient> & { service: _pacioli_banking_v1_BankAccountsServiceDefinition }
        CreateBankAccountRequest: MessageTypeDefinition<_pacioli_banking_v1_CreateBankAccountRequest, _pacioli_banking_v1_CreateBankAccountRequest__Output>
        CreateCustomAccountRequest: MessageTypeDefinition<_pacioli_banking_v1_CreateCustomAccountRequest, _pacioli_banking_v1_CreateCustomAccountRequest__Output>
        CreateOpeningBalanceRequest: MessageTypeDefinition<_pacioli_banking_v1_CreateOpeningBalanceRequest, _pacioli_banking_v1_CreateOpeningBalanceRequest__Output>
        ExternalAccount: MessageTypeDefinition<_pacioli_banking_v1_ExternalAccount, _pacioli_banking_v1_ExternalAccount__Output>
        ExternalAccountAnswer: MessageTypeDefinition<_pacioli_banking_v1_ExternalAccountAnswer, _pacioli_banking_v1_ExternalAccountAnswer__Output>
        GetBankAccountRequest: MessageTypeDefinition<_pacioli_banking_v1_GetBankAccountRequest, _pacioli_banking_v1_GetBankAccountRequest__Output>
        GetExternalAccountRequest: MessageTypeDefinition<_pacioli_banking_v1_GetExternalAccountRequest, _pacioli_banking_v1_GetExternalAccountRequest__Output>
        Institution: MessageTypeDefinition<_pacioli_banking_v1_Institution, _pacioli_banking_v1_Institution__Output>
        InstitutionInput: MessageTypeDefinition<_pacioli_banking_v1_InstitutionInput, _pacioli_banking_v1_InstitutionInput__Output>
        LatestBalance: MessageTypeDefinition<_pacioli_banking_v1_LatestBalance, _pacioli_banking_v1_LatestBalance__Output>
        ListBankAccountsRequest: MessageTypeDefinition<_pacioli_banking_v1_ListBankAccountsRequest, _pacioli_banking_v1_ListBankAccountsRequest__Output>
        ListBankAccountsResponse: MessageTypeDefinition<_pacioli_banking_v1_ListBankAccountsResponse, _pacioli_banking_v1_ListBankAccountsResponse__Output>
        ListExternalAccountsRequest: MessageTypeDefinition<_pacioli_banking_v1_ListExternalAccountsRequest, _pacioli_banking_v1_ListExternalAccountsRequest__Output>
        ListExternalAccountsResponse: MessageTypeDefinition<_pacioli_banking_v1_ListExternalAccountsResponse, _pacioli_banking_v1_ListExternalAccountsResponse__Output>
        OpeningBalance: MessageTypeDefinition<_pacioli_banking_v1_OpeningBalance, _pacioli_banking_v1_OpeningBalance__Output>
        OpeningBalanceAnswer: MessageTypeDefinition<_pacioli_banking_v1_OpeningBalanceAnswer, _pacioli_banking_v1_OpeningBalanceAnswer__Output>
        ReportedBalance: MessageTypeDefinition<_pacioli_banking_v1_ReportedBalance, _pacioli_banking_v1_ReportedBalance__Output>
        UpdateBankAccountRequest: MessageTypeDefinition<_pacioli_banking_v1_UpdateBankAccountRequest, _pacioli_banking_v1_UpdateBankAccountRequest__Output>
        UpdateConnectionRequest: MessageTypeDefinition<_pacioli_banking_v1_UpdateConnectionRequest, _pacioli_banking_v1_UpdateConnectionRequest__Output>
      }
    }
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
  }
}

