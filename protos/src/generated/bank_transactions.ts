import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { AccountNotification as _pacioli_banking_v1_AccountNotification, AccountNotification__Output as _pacioli_banking_v1_AccountNotification__Output } from './pacioli/banking/v1/AccountNotification.ts';
import type { BankAccount as _pacioli_banking_v1_BankAccount, BankAccount__Output as _pacioli_banking_v1_BankAccount__Output } from './pacioli/banking/v1/BankAccount.ts';
import type { BankAccountAnswer as _pacioli_banking_v1_BankAccountAnswer, BankAccountAnswer__Output as _pacioli_banking_v1_BankAccountAnswer__Output } from './pacioli/banking/v1/BankAccountAnswer.ts';
import type { BankAccountsServiceClient as _pacioli_banking_v1_BankAccountsServiceClient, BankAccountsServiceDefinition as _pacioli_banking_v1_BankAccountsServiceDefinition } from './pacioli/banking/v1/BankAccountsService.ts';
import type { BankTransaction as _pacioli_banking_v1_BankTransaction, BankTransaction__Output as _pacioli_banking_v1_BankTransaction__Output } from './pacioli/banking/v1/BankTransaction.ts';
import type { BankTransactionAnswer as _pacioli_banking_v1_BankTransactionAnswer, BankTransactionAnswer__Output as _pacioli_banking_v1_BankTransactionAnswer__Output } from './pacioli/banking/v1/BankTransactionAnswer.ts';
import type { BankTransactionsServiceClient as _pacioli_banking_v1_BankTransactionsServiceClient, BankTransactionsServiceDefinition as _pacioli_banking_v1_BankTransactionsServiceDefinition } from './pacioli/banking/v1/BankTransactionsService.ts';
import type { BulkCategorizeRequest as _pacioli_banking_v1_BulkCategorizeRequest, BulkCategorizeRequest__Output as _pacioli_banking_v1_BulkCategorizeRequest__Output } from './pacioli/banking/v1/BulkCategorizeRequest.ts';
import type { BulkCategorizeResponse as _pacioli_banking_v1_BulkCategorizeResponse, BulkCategorizeResponse__Output as _pacioli_banking_v1_BulkCategorizeResponse__Output } from './pacioli/banking/v1/BulkCategorizeResponse.ts';
import type { CategorizeTransactionRequest as _pacioli_banking_v1_CategorizeTransactionRequest, CategorizeTransactionRequest__Output as _pacioli_banking_v1_CategorizeTransactionRequest__Output } from './pacioli/banking/v1/CategorizeTransactionRequest.ts';
import type { Category as _pacioli_banking_v1_Category, Category__Output as _pacioli_banking_v1_Category__Output } from './pacioli/banking/v1/Category.ts';
import type { CategoryNode as _pacioli_banking_v1_CategoryNode, CategoryNode__Output as _pacioli_banking_v1_CategoryNode__Output } from './pacioli/banking/v1/CategoryNode.ts';
import type { Counterparty as _pacioli_banking_v1_Counterparty, Counterparty__Output as _pacioli_banking_v1_Counterparty__Output } from './pacioli/banking/v1/Counterparty.ts';
import type { CreateBankAccountRequest as _pacioli_banking_v1_CreateBankAccountRequest, CreateBankAccountRequest__Output as _pacioli_banking_v1_CreateBankAccountRequest__Output } from './pacioli/banking/v1/CreateBankAccountRequest.ts';
import type { CreateCustomAccountRequest as _pacioli_banking_v1_CreateCustomAccountRequest, CreateCustomAccountRequest__Output as _pacioli_banking_v1_CreateCustomAccountRequest__Output } from './pacioli/banking/v1/CreateCustomAccountRequest.ts';
import type { CreateOpeningBalanceRequest as _pacioli_banking_v1_CreateOpeningBalanceRequest, CreateOpeningBalanceRequest__Output as _pacioli_banking_v1_CreateOpeningBalanceRequest__Output } from './pacioli/banking/v1/CreateOpeningBalanceRequest.ts';
import type { ExternalAccount as _pacioli_banking_v1_ExternalAccount, ExternalAccount__Output as _pacioli_banking_v1_ExternalAccount__Output } from './pacioli/banking/v1/ExternalAccount.ts';
import type { ExternalAccountAnswer as _pacioli_banking_v1_ExternalAccountAnswer, ExternalAccountAnswer__Output as _pacioli_banking_v1_ExternalAccountAnswer__Output } from './pacioli/banking/v1/ExternalAccountAnswer.ts';
import type { GetBankAccountRequest as _pacioli_banking_v1_GetBankAccountRequest, GetBankAccountRequest__Output as _pacioli_banking_v1_GetBankAccountRequest__Output } from './pacioli/banking/v1/GetBankAccountRequest.ts';
import type { GetBankTransactionRequest as _pacioli_banking_v1_GetBankTransactionRequest, GetBankTransactionRequest__Output as _pacioli_banking_v1_GetBankTransactionRequest__Output } from './pacioli/banking/v1/GetBankTransactionRequest.ts';
import type { GetExternalAccountRequest as _pacioli_banking_v1_GetExternalAccountRequest, GetExternalAccountRequest__Output as _pacioli_banking_v1_GetExternalAccountRequest__Output } from './pacioli/banking/v1/GetExternalAccountRequest.ts';
import type { GetTransactionsOfEntriesRequest as _pacioli_banking_v1_GetTransactionsOfEntriesRequest, GetTransactionsOfEntriesRequest__Output as _pacioli_banking_v1_GetTransactionsOfEntriesRequest__Output } from './pacioli/banking/v1/GetTransactionsOfEntriesRequest.ts';
import type { GetTransactionsOfEntriesResponse as _pacioli_banking_v1_GetTransactionsOfEntriesResponse, GetTransactionsOfEntriesResponse__Output as _pacioli_banking_v1_GetTransactionsOfEntriesResponse__Output } from './pacioli/banking/v1/GetTransactionsOfEntriesResponse.ts';
import type { Institution as _pacioli_banking_v1_Institution, Institution__Output as _pacioli_banking_v1_Institution__Output } from './pacioli/banking/v1/Institution.ts';
import type { InstitutionInput as _pacioli_banking_v1_InstitutionInput, InstitutionInput__Output as _pacioli_banking_v1_InstitutionInput__Output } from './pacioli/banking/v1/InstitutionInput.ts';
import type { LatestBalance as _pacioli_banking_v1_LatestBalance, LatestBalance__Output as _pacioli_banking_v1_LatestBalance__Output } from './pacioli/banking/v1/LatestBalance.ts';
import type { ListBankAccountsRequest as _pacioli_banking_v1_ListBankAccountsRequest, ListBankAccountsRequest__Output as _pacioli_banking_v1_ListBankAccountsRequest__Output } from './pacioli/banking/v1/ListBankAccountsRequest.ts';
import type { ListBankAccountsResponse as _pacioli_banking_v1_ListBankAccountsResponse, ListBankAccountsResponse__Output as _pacioli_banking_v1_ListBankAccountsResponse__Output } from './pacioli/banking/v1/ListBankAccountsResponse.ts';
import type { ListBankTransactionsRequest as _pacioli_banking_v1_ListBankTransactionsRequest, ListBankTransactionsRequest__Output as _pacioli_banking_v1_ListBankTransactionsRequest__Output } from './pacioli/banking/v1/ListBankTransactionsRequest.ts';
import type { ListBankTransactionsResponse as _pacioli_banking_v1_ListBankTransactionsResponse, ListBankTransactionsResponse__Output as _pacioli_banking_v1_ListBankTransactionsResponse__Output } from './pacioli/banking/v1/ListBankTransactionsResponse.ts';
import type { ListCategoriesRequest as _pacioli_banking_v1_ListCategoriesRequest, ListCategoriesRequest__Output as _pacioli_banking_v1_ListCategoriesRequest__Output } from './pacioli/banking/v1/ListCategoriesRequest.ts';
import type { ListCategoriesResponse as _pacioli_banking_v1_ListCategoriesResponse, ListCategoriesResponse__Output as _pacioli_banking_v1_ListCategoriesResponse__Output } from './pacioli/banking/v1/ListCategoriesResponse.ts';
import type { ListCounterpartiesRequest as _pacioli_banking_v1_ListCounterpartiesRequest, ListCounterpartiesRequest__Output as _pacioli_banking_v1_ListCounterpartiesRequest__Output } from './pacioli/banking/v1/ListCounterpartiesRequest.ts';
import type { ListCounterpartiesResponse as _pacioli_banking_v1_ListCounterpartiesResponse, ListCounterpartiesResponse__Output as _pacioli_banking_v1_ListCounterpartiesResponse__Output } from './pacioli/banking/v1/ListCounterpartiesResponse.ts';
import type { ListExternalAccountsRequest as _pacioli_banking_v1_ListExternalAccountsRequest, ListExternalAccountsRequest__Output as _pacioli_banking_v1_ListExternalAccountsRequest__Output } from './pacioli/banking/v1/ListExternalAccountsRequest.ts';
import type { ListExternalAccountsResponse as _pacioli_banking_v1_ListExternalAccountsResponse, ListExternalAccountsResponse__Output as _pacioli_banking_v1_ListExternalAccountsResponse__Output } from './pacioli/banking/v1/ListExternalAccountsResponse.ts';
import type { Match as _pacioli_banking_v1_Match, Match__Output as _pacioli_banking_v1_Match__Output } from './pacioli/banking/v1/Match.ts';
import type { MatchDetails as _pacioli_banking_v1_MatchDetails, MatchDetails__Output as _pacioli_banking_v1_MatchDetails__Output } from './pacioli/banking/v1/MatchDetails.ts';
import type { MatchTransactionRequest as _pacioli_banking_v1_MatchTransactionRequest, MatchTransactionRequest__Output as _pacioli_banking_v1_MatchTransactionRequest__Output } from './pacioli/banking/v1/MatchTransactionRequest.ts';
import type { MatchedTransaction as _pacioli_banking_v1_MatchedTransaction, MatchedTransaction__Output as _pacioli_banking_v1_MatchedTransaction__Output } from './pacioli/banking/v1/MatchedTransaction.ts';
import type { OpeningBalance as _pacioli_banking_v1_OpeningBalance, OpeningBalance__Output as _pacioli_banking_v1_OpeningBalance__Output } from './pacioli/banking/v1/OpeningBalance.ts';
import type { OpeningBalanceAnswer as _pacioli_banking_v1_OpeningBalanceAnswer, OpeningBalanceAnswer__Output as _pacioli_banking_v1_OpeningBalanceAnswer__Output } from './pacioli/banking/v1/OpeningBalanceAnswer.ts';
import type { ReportedBalance as _pacioli_banking_v1_ReportedBalance, ReportedBalance__Output as _pacioli_banking_v1_ReportedBalance__Output } from './pacioli/banking/v1/ReportedBalance.ts';
import type { SplitEntry as _pacioli_banking_v1_SplitEntry, SplitEntry__Output as _pacioli_banking_v1_SplitEntry__Output } from './pacioli/banking/v1/SplitEntry.ts';
import type { SplitEntryInput as _pacioli_banking_v1_SplitEntryInput, SplitEntryInput__Output as _pacioli_banking_v1_SplitEntryInput__Output } from './pacioli/banking/v1/SplitEntryInput.ts';
import type { SuggestedMatch as _pacioli_banking_v1_SuggestedMatch, SuggestedMatch__Output as _pacioli_banking_v1_SuggestedMatch__Output } from './pacioli/banking/v1/SuggestedMatch.ts';
import type { TaxComponent as _pacioli_banking_v1_TaxComponent, TaxComponent__Output as _pacioli_banking_v1_TaxComponent__Output } from './pacioli/banking/v1/TaxComponent.ts';
import type { TaxOption as _pacioli_banking_v1_TaxOption, TaxOption__Output as _pacioli_banking_v1_TaxOption__Output } from './pacioli/banking/v1/TaxOption.ts';
import type { TaxOptions as _pacioli_banking_v1_TaxOptions, TaxOptions__Output as _pacioli_banking_v1_TaxOptions__Output } from './pacioli/banking/v1/TaxOptions.ts';
import type { TransactionOfEntry as _pacioli_banking_v1_TransactionOfEntry, TransactionOfEntry__Output as _pacioli_banking_v1_TransactionOfEntry__Output } from './pacioli/banking/v1/TransactionOfEntry.ts';
import type { UpdateBankAccountRequest as _pacioli_banking_v1_UpdateBankAccountRequest, UpdateBankAccountRequest__Output as _pacioli_banking_v1_UpdateBankAccountRequest__Output } from './pacioli/banking/v1/UpdateBankAccountRequest.ts';
import type { UpdateConnectionRequest as _pacioli_banking_v1_UpdateConnectionRequest, UpdateConnectionRequest__Output as _pacioli_banking_v1_UpdateConnectionRequest__Output } from './pacioli/banking/v1/UpdateConnectionRequest.ts';
import type { UpdateTransactionMetadataRequest as _pacioli_banking_v1_UpdateTransactionMetadataRequest, UpdateTransactionMetadataRequest__Output as _pacioli_banking_v1_UpdateTransactionMetadataRequest__Output } from './pacioli/banking/v1/UpdateTransactionMetadataRequest.ts';
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
        BankTransaction: MessageTypeDefinition<_pacioli_banking_v1_BankTransaction, _pacioli_banking_v1_BankTransaction__Output>
        BankTransactionAnswer: MessageTypeDefinition<_pacioli_banking_v1_BankTransactionAnswer, _pacioli_banking_v1_BankTransactionAnswer__Output>
        /**
         * What banks report, and how it gets into the books.
         */
        BankTransactionsService: SubtypeConstructor<typeof grpc.Client, _pacioli_banking_v1_BankTransactionsServiceClient> & { service: _pacioli_banking_v1_BankTransactionsServiceDefinition }
        BulkCategorizeRequest: MessageTypeDefinition<_pacioli_banking_v1_BulkCategorizeRequest, _pacioli_banking_v1_BulkCategorizeRequest__Output>
        BulkCategorizeResponse: MessageTypeDefinition<_pacioli_banking_v1_BulkCategorizeResponse, _pacioli_banking_v1_BulkCategorizeResponse__Output>
        CategorizeTransactionRequest: MessageTypeDefinition<_pacioli_banking_v1_CategorizeTransactionRequest, _pacioli_banking_v1_CategorizeTransactionRequest__Output>
        Category: MessageTypeDefinition<_pacioli_banking_v1_Category, _pacioli_banking_v1_Category__Output>
        CategoryNode: MessageTypeDefinition<_pacioli_banking_v1_CategoryNode, _pacioli_banking_v1_CategoryNode__Output>
        Counterparty: MessageTypeDefinition<_pacioli_banking_v1_Counterparty, _pacioli_banking_v1_Counterparty__Output>
        CreateBankAccountRequest: MessageTypeDefinition<_pacioli_banking_v1_CreateBankAccountRequest, _pacioli_banking_v1_CreateBankAccountRequest__Output>
        CreateCustomAccountRequest: MessageTypeDefinition<_pacioli_banking_v1_CreateCustomAccountRequest, _pacioli_banking_v1_CreateCustomAccountRequest__Output>
        CreateOpeningBalanceRequest: MessageTypeDefinition<_pacioli_banking_v1_CreateOpeningBalanceRequest, _pacioli_banking_v1_CreateOpeningBalanceRequest__Output>
        ExternalAccount: MessageTypeDefinition<_pacioli_banking_v1_ExternalAccount, _pacioli_banking_v1_ExternalAccount__Output>
        ExternalAccountAnswer: MessageTypeDefinition<_pacioli_banking_v1_ExternalAccountAnswer, _pacioli_banking_v1_ExternalAccountAnswer__Output>
        GetBankAccountRequest: MessageTypeDefinition<_pacioli_banking_v1_GetBankAccountRequest, _pacioli_banking_v1_GetBankAccountRequest__Output>
        GetBankTransactionRequest: MessageTypeDefinition<_pacioli_banking_v1_GetBankTransactionRequest, _pacioli_banking_v1_GetBankTransactionRequest__Output>
        GetExternalAccountRequest: MessageTypeDefinition<_pacioli_banking_v1_GetExternalAccountRequest, _pacioli_banking_v1_GetExternalAccountRequest__Output>
        GetTransactionsOfEntriesRequest: MessageTypeDefinition<_pacioli_banking_v1_GetTransactionsOfEntriesRequest, _pacioli_banking_v1_GetTransactionsOfEntriesRequest__Output>
        GetTransactionsOfEntriesResponse: MessageTypeDefinition<_pacioli_banking_v1_GetTransactionsOfEntriesResponse, _pacioli_banking_v1_GetTransactionsOfEntriesResponse__Output>
        Institution: MessageTypeDefinition<_pacioli_banking_v1_Institution, _pacioli_banking_v1_Institution__Output>
        InstitutionInput: MessageTypeDefinition<_pacioli_banking_v1_InstitutionInput, _pacioli_banking_v1_InstitutionInput__Output>
        LatestBalance: MessageTypeDefinition<_pacioli_banking_v1_LatestBalance, _pacioli_banking_v1_LatestBalance__Output>
        ListBankAccountsRequest: MessageTypeDefinition<_pacioli_banking_v1_ListBankAccountsRequest, _pacioli_banking_v1_ListBankAccountsRequest__Output>
        ListBankAccountsResponse: MessageTypeDefinition<_pacioli_banking_v1_ListBankAccountsResponse, _pacioli_banking_v1_ListBankAccountsResponse__Output>
        ListBankTransactionsRequest: MessageTypeDefinition<_pacioli_banking_v1_ListBankTransactionsRequest, _pacioli_banking_v1_ListBankTransactionsRequest__Output>
        ListBankTransactionsResponse: MessageTypeDefinition<_pacioli_banking_v1_ListBankTransactionsResponse, _pacioli_banking_v1_ListBankTransactionsResponse__Output>
        ListCategoriesRequest: MessageTypeDefinition<_pacioli_banking_v1_ListCategoriesRequest, _pacioli_banking_v1_ListCategoriesRequest__Output>
        ListCategoriesResponse: MessageTypeDefinition<_pacioli_banking_v1_ListCategoriesResponse, _pacioli_banking_v1_ListCategoriesResponse__Output>
        ListCounterpartiesRequest: MessageTypeDefinition<_pacioli_banking_v1_ListCounterpartiesRequest, _pacioli_banking_v1_ListCounterpartiesRequest__Output>
        ListCounterpartiesResponse: MessageTypeDefinition<_pacioli_banking_v1_ListCounterpartiesResponse, _pacioli_banking_v1_ListCounterpartiesResponse__Output>
        ListExternalAccountsRequest: MessageTypeDefinition<_pacioli_banking_v1_ListExternalAccountsRequest, _pacioli_banking_v1_ListExternalAccountsRequest__Output>
        ListExternalAccountsResponse: MessageTypeDefinition<_pacioli_banking_v1_ListExternalAccountsResponse, _pacioli_banking_v1_ListExternalAccountsResponse__Output>
        Match: MessageTypeDefinition<_pacioli_banking_v1_Match, _pacioli_banking_v1_Match__Output>
        MatchDetails: MessageTypeDefinition<_pacioli_banking_v1_MatchDetails, _pacioli_banking_v1_MatchDetails__Output>
        MatchTransactionRequest: MessageTypeDefinition<_pacioli_banking_v1_MatchTransactionRequest, _pacioli_banking_v1_MatchTransactionRequest__Output>
        MatchedTransaction: MessageTypeDefinition<_pacioli_banking_v1_MatchedTransaction, _pacioli_banking_v1_MatchedTransaction__Output>
        OpeningBalance: MessageTypeDefinition<_pacioli_banking_v1_OpeningBalance, _pacioli_banking_v1_OpeningBalance__Output>
        OpeningBalanceAnswer: MessageTypeDefinition<_pacioli_banking_v1_OpeningBalanceAnswer, _pacioli_banking_v1_OpeningBalanceAnswer__Output>
        ReportedBalance: MessageTypeDefinition<_pacioli_banking_v1_ReportedBalance, _pacioli_banking_v1_ReportedBalance__Output>
        SplitEntry: MessageTypeDefinition<_pacioli_banking_v1_SplitEntry, _pacioli_banking_v1_SplitEntry__Output>
        SplitEntryInput: MessageTypeDefinition<_pacioli_banking_v1_SplitEntryInput, _pacioli_banking_v1_SplitEntryInput__Output>
        SuggestedMatch: MessageTypeDefinition<_pacioli_banking_v1_SuggestedMatch, _pacioli_banking_v1_SuggestedMatch__Output>
        TaxComponent: MessageTypeDefinition<_pacioli_banking_v1_TaxComponent, _pacioli_banking_v1_TaxComponent__Output>
        TaxOption: MessageTypeDefinition<_pacioli_banking_v1_TaxOption, _pacioli_banking_v1_TaxOption__Output>
        TaxOptions: MessageTypeDefinition<_pacioli_banking_v1_TaxOptions, _pacioli_banking_v1_TaxOptions__Output>
        TransactionOfEntry: MessageTypeDefinition<_pacioli_banking_v1_TransactionOfEntry, _pacioli_banking_v1_TransactionOfEntry__Output>
        UpdateBankAccountRequest: MessageTypeDefinition<_pacioli_banking_v1_UpdateBankAccountRequest, _pacioli_banking_v1_UpdateBankAccountRequest__Output>
        UpdateConnectionRequest: MessageTypeDefinition<_pacioli_banking_v1_UpdateConnectionRequest, _pacioli_banking_v1_UpdateConnectionRequest__Output>
        UpdateTransactionMetadataRequest: MessageTypeDefinition<_pacioli_banking_v1_UpdateTransactionMetadataRequest, _pacioli_banking_v1_UpdateTransactionMetadataRequest__Output>
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

