import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { AccountSummary as _pacioli_billing_v1_AccountSummary, AccountSummary__Output as _pacioli_billing_v1_AccountSummary__Output } from './pacioli/billing/v1/AccountSummary.ts';
import type { CreateCustomerRequest as _pacioli_billing_v1_CreateCustomerRequest, CreateCustomerRequest__Output as _pacioli_billing_v1_CreateCustomerRequest__Output } from './pacioli/billing/v1/CreateCustomerRequest.ts';
import type { Customer as _pacioli_billing_v1_Customer, Customer__Output as _pacioli_billing_v1_Customer__Output } from './pacioli/billing/v1/Customer.ts';
import type { CustomerAnswer as _pacioli_billing_v1_CustomerAnswer, CustomerAnswer__Output as _pacioli_billing_v1_CustomerAnswer__Output } from './pacioli/billing/v1/CustomerAnswer.ts';
import type { CustomersServiceClient as _pacioli_billing_v1_CustomersServiceClient, CustomersServiceDefinition as _pacioli_billing_v1_CustomersServiceDefinition } from './pacioli/billing/v1/CustomersService.ts';
import type { DocumentTag as _pacioli_billing_v1_DocumentTag, DocumentTag__Output as _pacioli_billing_v1_DocumentTag__Output } from './pacioli/billing/v1/DocumentTag.ts';
import type { GetCustomerRequest as _pacioli_billing_v1_GetCustomerRequest, GetCustomerRequest__Output as _pacioli_billing_v1_GetCustomerRequest__Output } from './pacioli/billing/v1/GetCustomerRequest.ts';
import type { ListCustomersRequest as _pacioli_billing_v1_ListCustomersRequest, ListCustomersRequest__Output as _pacioli_billing_v1_ListCustomersRequest__Output } from './pacioli/billing/v1/ListCustomersRequest.ts';
import type { ListCustomersResponse as _pacioli_billing_v1_ListCustomersResponse, ListCustomersResponse__Output as _pacioli_billing_v1_ListCustomersResponse__Output } from './pacioli/billing/v1/ListCustomersResponse.ts';
import type { SalesTaxEntry as _pacioli_billing_v1_SalesTaxEntry, SalesTaxEntry__Output as _pacioli_billing_v1_SalesTaxEntry__Output } from './pacioli/billing/v1/SalesTaxEntry.ts';
import type { SalesTaxInput as _pacioli_billing_v1_SalesTaxInput, SalesTaxInput__Output as _pacioli_billing_v1_SalesTaxInput__Output } from './pacioli/billing/v1/SalesTaxInput.ts';
import type { SalesTaxInputs as _pacioli_billing_v1_SalesTaxInputs, SalesTaxInputs__Output as _pacioli_billing_v1_SalesTaxInputs__Output } from './pacioli/billing/v1/SalesTaxInputs.ts';
import type { TagInputs as _pacioli_billing_v1_TagInputs, TagInputs__Output as _pacioli_billing_v1_TagInputs__Output } from './pacioli/billing/v1/TagInputs.ts';
import type { TaxName as _pacioli_billing_v1_TaxName, TaxName__Output as _pacioli_billing_v1_TaxName__Output } from './pacioli/billing/v1/TaxName.ts';
import type { UpdateCustomerRequest as _pacioli_billing_v1_UpdateCustomerRequest, UpdateCustomerRequest__Output as _pacioli_billing_v1_UpdateCustomerRequest__Output } from './pacioli/billing/v1/UpdateCustomerRequest.ts';
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
        CreateCustomerRequest: MessageTypeDefinition<_pacioli_billing_v1_CreateCustomerRequest, _pacioli_billing_v1_CreateCustomerRequest__Output>
        Customer: MessageTypeDefinition<_pacioli_billing_v1_Customer, _pacioli_billing_v1_Customer__Output>
        CustomerAnswer: MessageTypeDefinition<_pacioli_billing_v1_CustomerAnswer, _pacioli_billing_v1_CustomerAnswer__Output>
        /**
         * Whom the business sells to.
         */
        CustomersService: SubtypeConstructor<typeof grpc.Client, _pacioli_billing_v1_CustomersServiceClient> & { service: _pacioli_billing_v1_CustomersServiceDefinition }
        DocumentTag: MessageTypeDefinition<_pacioli_billing_v1_DocumentTag, _pacioli_billing_v1_DocumentTag__Output>
        GetCustomerRequest: MessageTypeDefinition<_pacioli_billing_v1_GetCustomerRequest, _pacioli_billing_v1_GetCustomerRequest__Output>
        ListCustomersRequest: MessageTypeDefinition<_pacioli_billing_v1_ListCustomersRequest, _pacioli_billing_v1_ListCustomersRequest__Output>
        ListCustomersResponse: MessageTypeDefinition<_pacioli_billing_v1_ListCustomersResponse, _pacioli_billing_v1_ListCustomersResponse__Output>
        SalesTaxEntry: MessageTypeDefinition<_pacioli_billing_v1_SalesTaxEntry, _pacioli_billing_v1_SalesTaxEntry__Output>
        SalesTaxInput: MessageTypeDefinition<_pacioli_billing_v1_SalesTaxInput, _pacioli_billing_v1_SalesTaxInput__Output>
        SalesTaxInputs: MessageTypeDefinition<_pacioli_billing_v1_SalesTaxInputs, _pacioli_billing_v1_SalesTaxInputs__Output>
        TagInputs: MessageTypeDefinition<_pacioli_billing_v1_TagInputs, _pacioli_billing_v1_TagInputs__Output>
        TaxName: MessageTypeDefinition<_pacioli_billing_v1_TaxName, _pacioli_billing_v1_TaxName__Output>
        UpdateCustomerRequest: MessageTypeDefinition<_pacioli_billing_v1_UpdateCustomerRequest, _pacioli_billing_v1_UpdateCustomerRequest__Output>
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

