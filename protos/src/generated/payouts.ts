import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { AccountSummary as _pacioli_billing_v1_AccountSummary, AccountSummary__Output as _pacioli_billing_v1_AccountSummary__Output } from './pacioli/billing/v1/AccountSummary.ts';
import type { DocumentTag as _pacioli_billing_v1_DocumentTag, DocumentTag__Output as _pacioli_billing_v1_DocumentTag__Output } from './pacioli/billing/v1/DocumentTag.ts';
import type { GetPayoutRequest as _pacioli_billing_v1_GetPayoutRequest, GetPayoutRequest__Output as _pacioli_billing_v1_GetPayoutRequest__Output } from './pacioli/billing/v1/GetPayoutRequest.ts';
import type { ListPayoutsRequest as _pacioli_billing_v1_ListPayoutsRequest, ListPayoutsRequest__Output as _pacioli_billing_v1_ListPayoutsRequest__Output } from './pacioli/billing/v1/ListPayoutsRequest.ts';
import type { ListPayoutsResponse as _pacioli_billing_v1_ListPayoutsResponse, ListPayoutsResponse__Output as _pacioli_billing_v1_ListPayoutsResponse__Output } from './pacioli/billing/v1/ListPayoutsResponse.ts';
import type { Payout as _pacioli_billing_v1_Payout, Payout__Output as _pacioli_billing_v1_Payout__Output } from './pacioli/billing/v1/Payout.ts';
import type { PayoutAnswer as _pacioli_billing_v1_PayoutAnswer, PayoutAnswer__Output as _pacioli_billing_v1_PayoutAnswer__Output } from './pacioli/billing/v1/PayoutAnswer.ts';
import type { PayoutInput as _pacioli_billing_v1_PayoutInput, PayoutInput__Output as _pacioli_billing_v1_PayoutInput__Output } from './pacioli/billing/v1/PayoutInput.ts';
import type { PayoutMember as _pacioli_billing_v1_PayoutMember, PayoutMember__Output as _pacioli_billing_v1_PayoutMember__Output } from './pacioli/billing/v1/PayoutMember.ts';
import type { PayoutMemberInput as _pacioli_billing_v1_PayoutMemberInput, PayoutMemberInput__Output as _pacioli_billing_v1_PayoutMemberInput__Output } from './pacioli/billing/v1/PayoutMemberInput.ts';
import type { PayoutTransaction as _pacioli_billing_v1_PayoutTransaction, PayoutTransaction__Output as _pacioli_billing_v1_PayoutTransaction__Output } from './pacioli/billing/v1/PayoutTransaction.ts';
import type { PayoutTransactionInput as _pacioli_billing_v1_PayoutTransactionInput, PayoutTransactionInput__Output as _pacioli_billing_v1_PayoutTransactionInput__Output } from './pacioli/billing/v1/PayoutTransactionInput.ts';
import type { PayoutsServiceClient as _pacioli_billing_v1_PayoutsServiceClient, PayoutsServiceDefinition as _pacioli_billing_v1_PayoutsServiceDefinition } from './pacioli/billing/v1/PayoutsService.ts';
import type { SalesTaxEntry as _pacioli_billing_v1_SalesTaxEntry, SalesTaxEntry__Output as _pacioli_billing_v1_SalesTaxEntry__Output } from './pacioli/billing/v1/SalesTaxEntry.ts';
import type { SalesTaxInput as _pacioli_billing_v1_SalesTaxInput, SalesTaxInput__Output as _pacioli_billing_v1_SalesTaxInput__Output } from './pacioli/billing/v1/SalesTaxInput.ts';
import type { SalesTaxInputs as _pacioli_billing_v1_SalesTaxInputs, SalesTaxInputs__Output as _pacioli_billing_v1_SalesTaxInputs__Output } from './pacioli/billing/v1/SalesTaxInputs.ts';
import type { TagInputs as _pacioli_billing_v1_TagInputs, TagInputs__Output as _pacioli_billing_v1_TagInputs__Output } from './pacioli/billing/v1/TagInputs.ts';
import type { TaxName as _pacioli_billing_v1_TaxName, TaxName__Output as _pacioli_billing_v1_TaxName__Output } from './pacioli/billing/v1/TaxName.ts';
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
    billing: {
      v1: {
        AccountSummary: MessageTypeDefinition<_pacioli_billing_v1_AccountSummary, _pacioli_billing_v1_AccountSummary__Output>
        DocumentTag: MessageTypeDefinition<_pacioli_billing_v1_DocumentTag, _pacioli_billing_v1_DocumentTag__Output>
        GetPayoutRequest: MessageTypeDefinition<_pacioli_billing_v1_GetPayoutRequest, _pacioli_billing_v1_GetPayoutRequest__Output>
        ListPayoutsRequest: MessageTypeDefinition<_pacioli_billing_v1_ListPayoutsRequest, _pacioli_billing_v1_ListPayoutsRequest__Output>
        ListPayoutsResponse: MessageTypeDefinition<_pacioli_billing_v1_ListPayoutsResponse, _pacioli_billing_v1_ListPayoutsResponse__Output>
        Payout: MessageTypeDefinition<_pacioli_billing_v1_Payout, _pacioli_billing_v1_Payout__Output>
        PayoutAnswer: MessageTypeDefinition<_pacioli_billing_v1_PayoutAnswer, _pacioli_billing_v1_PayoutAnswer__Output>
        PayoutInput: MessageTypeDefinition<_pacioli_billing_v1_PayoutInput, _pacioli_billing_v1_PayoutInput__Output>
        PayoutMember: MessageTypeDefinition<_pacioli_billing_v1_PayoutMember, _pacioli_billing_v1_PayoutMember__Output>
        PayoutMemberInput: MessageTypeDefinition<_pacioli_billing_v1_PayoutMemberInput, _pacioli_billing_v1_PayoutMemberInput__Output>
        PayoutTransaction: MessageTypeDefinition<_pacioli_billing_v1_PayoutTransaction, _pacioli_billing_v1_PayoutTransaction__Output>
        PayoutTransactionInput: MessageTypeDefinition<_pacioli_billing_v1_PayoutTransactionInput, _pacioli_billing_v1_PayoutTransactionInput__Output>
        /**
         * What a processor deposits: payments less refunds, fees and whatever else it settles.
         */
        PayoutsService: SubtypeConstructor<typeof grpc.Client, _pacioli_billing_v1_PayoutsServiceClient> & { service: _pacioli_billing_v1_PayoutsServiceDefinition }
        SalesTaxEntry: MessageTypeDefinition<_pacioli_billing_v1_SalesTaxEntry, _pacioli_billing_v1_SalesTaxEntry__Output>
        SalesTaxInput: MessageTypeDefinition<_pacioli_billing_v1_SalesTaxInput, _pacioli_billing_v1_SalesTaxInput__Output>
        SalesTaxInputs: MessageTypeDefinition<_pacioli_billing_v1_SalesTaxInputs, _pacioli_billing_v1_SalesTaxInputs__Output>
        TagInputs: MessageTypeDefinition<_pacioli_billing_v1_TagInputs, _pacioli_billing_v1_TagInputs__Output>
        TaxName: MessageTypeDefinition<_pacioli_billing_v1_TaxName, _pacioli_billing_v1_TaxName__Output>
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

