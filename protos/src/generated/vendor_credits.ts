import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { AccountSummary as _pacioli_billing_v1_AccountSummary, AccountSummary__Output as _pacioli_billing_v1_AccountSummary__Output } from './pacioli/billing/v1/AccountSummary.ts';
import type { AllocateVendorCreditRequest as _pacioli_billing_v1_AllocateVendorCreditRequest, AllocateVendorCreditRequest__Output as _pacioli_billing_v1_AllocateVendorCreditRequest__Output } from './pacioli/billing/v1/AllocateVendorCreditRequest.ts';
import type { CreateVendorRequest as _pacioli_billing_v1_CreateVendorRequest, CreateVendorRequest__Output as _pacioli_billing_v1_CreateVendorRequest__Output } from './pacioli/billing/v1/CreateVendorRequest.ts';
import type { DocumentTag as _pacioli_billing_v1_DocumentTag, DocumentTag__Output as _pacioli_billing_v1_DocumentTag__Output } from './pacioli/billing/v1/DocumentTag.ts';
import type { GetVendorCreditRequest as _pacioli_billing_v1_GetVendorCreditRequest, GetVendorCreditRequest__Output as _pacioli_billing_v1_GetVendorCreditRequest__Output } from './pacioli/billing/v1/GetVendorCreditRequest.ts';
import type { GetVendorRequest as _pacioli_billing_v1_GetVendorRequest, GetVendorRequest__Output as _pacioli_billing_v1_GetVendorRequest__Output } from './pacioli/billing/v1/GetVendorRequest.ts';
import type { ListVendorCreditsRequest as _pacioli_billing_v1_ListVendorCreditsRequest, ListVendorCreditsRequest__Output as _pacioli_billing_v1_ListVendorCreditsRequest__Output } from './pacioli/billing/v1/ListVendorCreditsRequest.ts';
import type { ListVendorCreditsResponse as _pacioli_billing_v1_ListVendorCreditsResponse, ListVendorCreditsResponse__Output as _pacioli_billing_v1_ListVendorCreditsResponse__Output } from './pacioli/billing/v1/ListVendorCreditsResponse.ts';
import type { ListVendorsRequest as _pacioli_billing_v1_ListVendorsRequest, ListVendorsRequest__Output as _pacioli_billing_v1_ListVendorsRequest__Output } from './pacioli/billing/v1/ListVendorsRequest.ts';
import type { ListVendorsResponse as _pacioli_billing_v1_ListVendorsResponse, ListVendorsResponse__Output as _pacioli_billing_v1_ListVendorsResponse__Output } from './pacioli/billing/v1/ListVendorsResponse.ts';
import type { RemoveVendorCreditAllocationRequest as _pacioli_billing_v1_RemoveVendorCreditAllocationRequest, RemoveVendorCreditAllocationRequest__Output as _pacioli_billing_v1_RemoveVendorCreditAllocationRequest__Output } from './pacioli/billing/v1/RemoveVendorCreditAllocationRequest.ts';
import type { SalesTaxEntry as _pacioli_billing_v1_SalesTaxEntry, SalesTaxEntry__Output as _pacioli_billing_v1_SalesTaxEntry__Output } from './pacioli/billing/v1/SalesTaxEntry.ts';
import type { SalesTaxInput as _pacioli_billing_v1_SalesTaxInput, SalesTaxInput__Output as _pacioli_billing_v1_SalesTaxInput__Output } from './pacioli/billing/v1/SalesTaxInput.ts';
import type { SalesTaxInputs as _pacioli_billing_v1_SalesTaxInputs, SalesTaxInputs__Output as _pacioli_billing_v1_SalesTaxInputs__Output } from './pacioli/billing/v1/SalesTaxInputs.ts';
import type { TagInputs as _pacioli_billing_v1_TagInputs, TagInputs__Output as _pacioli_billing_v1_TagInputs__Output } from './pacioli/billing/v1/TagInputs.ts';
import type { TaxName as _pacioli_billing_v1_TaxName, TaxName__Output as _pacioli_billing_v1_TaxName__Output } from './pacioli/billing/v1/TaxName.ts';
import type { UpdateVendorRequest as _pacioli_billing_v1_UpdateVendorRequest, UpdateVendorRequest__Output as _pacioli_billing_v1_UpdateVendorRequest__Output } from './pacioli/billing/v1/UpdateVendorRequest.ts';
import type { Vendor as _pacioli_billing_v1_Vendor, Vendor__Output as _pacioli_billing_v1_Vendor__Output } from './pacioli/billing/v1/Vendor.ts';
import type { VendorAnswer as _pacioli_billing_v1_VendorAnswer, VendorAnswer__Output as _pacioli_billing_v1_VendorAnswer__Output } from './pacioli/billing/v1/VendorAnswer.ts';
import type { VendorCredit as _pacioli_billing_v1_VendorCredit, VendorCredit__Output as _pacioli_billing_v1_VendorCredit__Output } from './pacioli/billing/v1/VendorCredit.ts';
import type { VendorCreditAllocation as _pacioli_billing_v1_VendorCreditAllocation, VendorCreditAllocation__Output as _pacioli_billing_v1_VendorCreditAllocation__Output } from './pacioli/billing/v1/VendorCreditAllocation.ts';
import type { VendorCreditAllocationInput as _pacioli_billing_v1_VendorCreditAllocationInput, VendorCreditAllocationInput__Output as _pacioli_billing_v1_VendorCreditAllocationInput__Output } from './pacioli/billing/v1/VendorCreditAllocationInput.ts';
import type { VendorCreditAnswer as _pacioli_billing_v1_VendorCreditAnswer, VendorCreditAnswer__Output as _pacioli_billing_v1_VendorCreditAnswer__Output } from './pacioli/billing/v1/VendorCreditAnswer.ts';
import type { VendorCreditInput as _pacioli_billing_v1_VendorCreditInput, VendorCreditInput__Output as _pacioli_billing_v1_VendorCreditInput__Output } from './pacioli/billing/v1/VendorCreditInput.ts';
import type { VendorCreditLineItem as _pacioli_billing_v1_VendorCreditLineItem, VendorCreditLineItem__Output as _pacioli_billing_v1_VendorCreditLineItem__Output } from './pacioli/billing/v1/VendorCreditLineItem.ts';
import type { VendorCreditLineItemInput as _pacioli_billing_v1_VendorCreditLineItemInput, VendorCreditLineItemInput__Output as _pacioli_billing_v1_VendorCreditLineItemInput__Output } from './pacioli/billing/v1/VendorCreditLineItemInput.ts';
import type { VendorCreditsServiceClient as _pacioli_billing_v1_VendorCreditsServiceClient, VendorCreditsServiceDefinition as _pacioli_billing_v1_VendorCreditsServiceDefinition } from './pacioli/billing/v1/VendorCreditsService.ts';
import type { VendorsServiceClient as _pacioli_billing_v1_VendorsServiceClient, VendorsServiceDefinition as _pacioli_billing_v1_VendorsServiceDefinition } from './pacioli/billing/v1/VendorsService.ts';
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
        AllocateVendorCreditRequest: MessageTypeDefinition<_pacioli_billing_v1_AllocateVendorCreditRequest, _pacioli_billing_v1_AllocateVendorCreditRequest__Output>
        CreateVendorRequest: MessageTypeDefinition<_pacioli_billing_v1_CreateVendorRequest, _pacioli_billing_v1_CreateVendorRequest__Output>
        DocumentTag: MessageTypeDefinition<_pacioli_billing_v1_DocumentTag, _pacioli_billing_v1_DocumentTag__Output>
        GetVendorCreditRequest: MessageTypeDefinition<_pacioli_billing_v1_GetVendorCreditRequest, _pacioli_billing_v1_GetVendorCreditRequest__Output>
        GetVendorRequest: MessageTypeDefinition<_pacioli_billing_v1_GetVendorRequest, _pacioli_billing_v1_GetVendorRequest__Output>
        ListVendorCreditsRequest: MessageTypeDefinition<_pacioli_billing_v1_ListVendorCreditsRequest, _pacioli_billing_v1_ListVendorCreditsRequest__Output>
        ListVendorCreditsResponse: MessageTypeDefinition<_pacioli_billing_v1_ListVendorCreditsResponse, _pacioli_billing_v1_ListVendorCreditsResponse__Output>
        ListVendorsRequest: MessageTypeDefinition<_pacioli_billing_v1_ListVendorsRequest, _pacioli_billing_v1_ListVendorsRequest__Output>
        ListVendorsResponse: MessageTypeDefinition<_pacioli_billing_v1_ListVendorsResponse, _pacioli_billing_v1_ListVendorsResponse__Output>
        RemoveVendorCreditAllocationRequest: MessageTypeDefinition<_pacioli_billing_v1_RemoveVendorCreditAllocationRequest, _pacioli_billing_v1_RemoveVendorCreditAllocationRequest__Output>
        SalesTaxEntry: MessageTypeDefinition<_pacioli_billing_v1_SalesTaxEntry, _pacioli_billing_v1_SalesTaxEntry__Output>
        SalesTaxInput: MessageTypeDefinition<_pacioli_billing_v1_SalesTaxInput, _pacioli_billing_v1_SalesTaxInput__Output>
        SalesTaxInputs: MessageTypeDefinition<_pacioli_billing_v1_SalesTaxInputs, _pacioli_billing_v1_SalesTaxInputs__Output>
        TagInputs: MessageTypeDefinition<_pacioli_billing_v1_TagInputs, _pacioli_billing_v1_TagInputs__Output>
        TaxName: MessageTypeDefinition<_pacioli_billing_v1_TaxName, _pacioli_billing_v1_TaxName__Output>
        UpdateVendorRequest: MessageTypeDefinition<_pacioli_billing_v1_UpdateVendorRequest, _pacioli_billing_v1_UpdateVendorRequest__Output>
        Vendor: MessageTypeDefinition<_pacioli_billing_v1_Vendor, _pacioli_billing_v1_Vendor__Output>
        VendorAnswer: MessageTypeDefinition<_pacioli_billing_v1_VendorAnswer, _pacioli_billing_v1_VendorAnswer__Output>
        VendorCredit: MessageTypeDefinition<_pacioli_billing_v1_VendorCredit, _pacioli_billing_v1_VendorCredit__Output>
        VendorCreditAllocation: MessageTypeDefinition<_pacioli_billing_v1_VendorCreditAllocation, _pacioli_billing_v1_VendorCreditAllocation__Output>
        VendorCreditAllocationInput: MessageTypeDefinition<_pacioli_billing_v1_VendorCreditAllocationInput, _pacioli_billing_v1_VendorCreditAllocationInput__Output>
        VendorCreditAnswer: MessageTypeDefinition<_pacioli_billing_v1_VendorCreditAnswer, _pacioli_billing_v1_VendorCreditAnswer__Output>
        VendorCreditInput: MessageTypeDefinition<_pacioli_billing_v1_VendorCreditInput, _pacioli_billing_v1_VendorCreditInput__Output>
        VendorCreditLineItem: MessageTypeDefinition<_pacioli_billing_v1_VendorCreditLineItem, _pacioli_billing_v1_VendorCreditLineItem__Output>
        VendorCreditLineItemInput: MessageTypeDefinition<_pacioli_billing_v1_VendorCreditLineItemInput, _pacioli_billing_v1_VendorCreditLineItemInput__Output>
        /**
         * What a vendor owes back, to be allocated to its bills.
         */
        VendorCreditsService: SubtypeConstructor<typeof grpc.Client, _pacioli_billing_v1_VendorCreditsServiceClient> & { service: _pacioli_billing_v1_VendorCreditsServiceDefinition }
        /**
         * Whom the business owes.
         */
        VendorsService: SubtypeConstructor<typeof grpc.Client, _pacioli_billing_v1_VendorsServiceClient> & { service: _pacioli_billing_v1_VendorsServiceDefinition }
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

