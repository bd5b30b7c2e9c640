import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { AccountSummary as _pacioli_billing_v1_AccountSummary, AccountSummary__Output as _pacioli_billing_v1_AccountSummary__Output } from './pacioli/billing/v1/AccountSummary.ts';
import type { CreateCustomerRequest as _pacioli_billing_v1_CreateCustomerRequest, CreateCustomerRequest__Output as _pacioli_billing_v1_CreateCustomerRequest__Output } from './pacioli/billing/v1/CreateCustomerRequest.ts';
import type { Customer as _pacioli_billing_v1_Customer, Customer__Output as _pacioli_billing_v1_Customer__Output } from './pacioli/billing/v1/Customer.ts';
import type { CustomerAnswer as _pacioli_billing_v1_CustomerAnswer, CustomerAnswer__Output as _pacioli_billing_v1_CustomerAnswer__Output } from './pacioli/billing/v1/CustomerAnswer.ts';
import type { CustomersServiceClient as _pacioli_billing_v1_CustomersServiceClient, CustomersServiceDefinition as _pacioli_billing_v1_CustomersServiceDefinition } from './pacioli/billing/v1/CustomersService.ts';
import type { DedicatedPaymentInput as _pacioli_billing_v1_DedicatedPaymentInput, DedicatedPaymentInput__Output as _pacioli_billing_v1_DedicatedPaymentInput__Output } from './pacioli/billing/v1/DedicatedPaymentInput.ts';
import type { DedicatedRefundInput as _pacioli_billing_v1_DedicatedRefundInput, DedicatedRefundInput__Output as _pacioli_billing_v1_DedicatedRefundInput__Output } from './pacioli/billing/v1/DedicatedRefundInput.ts';
import type { DocumentTag as _pacioli_billing_v1_DocumentTag, DocumentTag__Output as _pacioli_billing_v1_DocumentTag__Output } from './pacioli/billing/v1/DocumentTag.ts';
import type { GetCustomerRequest as _pacioli_billing_v1_GetCustomerRequest, GetCustomerRequest__Output as _pacioli_billing_v1_GetCustomerRequest__Output } from './pacioli/billing/v1/GetCustomerRequest.ts';
import type { GetInvoicePaymentRequest as _pacioli_billing_v1_GetInvoicePaymentRequest, GetInvoicePaymentRequest__Output as _pacioli_billing_v1_GetInvoicePaymentRequest__Output } from './pacioli/billing/v1/GetInvoicePaymentRequest.ts';
import type { GetRefundRequest as _pacioli_billing_v1_GetRefundRequest, GetRefundRequest__Output as _pacioli_billing_v1_GetRefundRequest__Output } from './pacioli/billing/v1/GetRefundRequest.ts';
import type { InvoicePayment as _pacioli_billing_v1_InvoicePayment, InvoicePayment__Output as _pacioli_billing_v1_InvoicePayment__Output } from './pacioli/billing/v1/InvoicePayment.ts';
import type { InvoicePaymentAllocation as _pacioli_billing_v1_InvoicePaymentAllocation, InvoicePaymentAllocation__Output as _pacioli_billing_v1_InvoicePaymentAllocation__Output } from './pacioli/billing/v1/InvoicePaymentAllocation.ts';
import type { InvoicePaymentAllocationInput as _pacioli_billing_v1_InvoicePaymentAllocationInput, InvoicePaymentAllocationInput__Output as _pacioli_billing_v1_InvoicePaymentAllocationInput__Output } from './pacioli/billing/v1/InvoicePaymentAllocationInput.ts';
import type { InvoicePaymentAnswer as _pacioli_billing_v1_InvoicePaymentAnswer, InvoicePaymentAnswer__Output as _pacioli_billing_v1_InvoicePaymentAnswer__Output } from './pacioli/billing/v1/InvoicePaymentAnswer.ts';
import type { InvoicePaymentInput as _pacioli_billing_v1_InvoicePaymentInput, InvoicePaymentInput__Output as _pacioli_billing_v1_InvoicePaymentInput__Output } from './pacioli/billing/v1/InvoicePaymentInput.ts';
import type { InvoicePaymentsServiceClient as _pacioli_billing_v1_InvoicePaymentsServiceClient, InvoicePaymentsServiceDefinition as _pacioli_billing_v1_InvoicePaymentsServiceDefinition } from './pacioli/billing/v1/InvoicePaymentsService.ts';
import type { ListCustomersRequest as _pacioli_billing_v1_ListCustomersRequest, ListCustomersRequest__Output as _pacioli_billing_v1_ListCustomersRequest__Output } from './pacioli/billing/v1/ListCustomersRequest.ts';
import type { ListCustomersResponse as _pacioli_billing_v1_ListCustomersResponse, ListCustomersResponse__Output as _pacioli_billing_v1_ListCustomersResponse__Output } from './pacioli/billing/v1/ListCustomersResponse.ts';
import type { ListInvoicePaymentsRequest as _pacioli_billing_v1_ListInvoicePaymentsRequest, ListInvoicePaymentsRequest__Output as _pacioli_billing_v1_ListInvoicePaymentsRequest__Output } from './pacioli/billing/v1/ListInvoicePaymentsRequest.ts';
import type { ListInvoicePaymentsResponse as _pacioli_billing_v1_ListInvoicePaymentsResponse, ListInvoicePaymentsResponse__Output as _pacioli_billing_v1_ListInvoicePaymentsResponse__Output } from './pacioli/billing/v1/ListInvoicePaymentsResponse.ts';
import type { ListRefundPaymentsRequest as _pacioli_billing_v1_ListRefundPaymentsRequest, ListRefundPaymentsRequest__Output as _pacioli_billing_v1_ListRefundPaymentsRequest__Output } from './pacioli/billing/v1/ListRefundPaymentsRequest.ts';
import type { ListRefundPaymentsResponse as _pacioli_billing_v1_ListRefundPaymentsResponse, ListRefundPaymentsResponse__Output as _pacioli_billing_v1_ListRefundPaymentsResponse__Output } from './pacioli/billing/v1/ListRefundPaymentsResponse.ts';
import type { ListRefundsRequest as _pacioli_billing_v1_ListRefundsRequest, ListRefundsRequest__Output as _pacioli_billing_v1_ListRefundsRequest__Output } from './pacioli/billing/v1/ListRefundsRequest.ts';
import type { ListRefundsResponse as _pacioli_billing_v1_ListRefundsResponse, ListRefundsResponse__Output as _pacioli_billing_v1_ListRefundsResponse__Output } from './pacioli/billing/v1/ListRefundsResponse.ts';
import type { PayInvoiceRequest as _pacioli_billing_v1_PayInvoiceRequest, PayInvoiceRequest__Output as _pacioli_billing_v1_PayInvoiceRequest__Output } from './pacioli/billing/v1/PayInvoiceRequest.ts';
import type { Refund as _pacioli_billing_v1_Refund, Refund__Output as _pacioli_billing_v1_Refund__Output } from './pacioli/billing/v1/Refund.ts';
import type { RefundAllocation as _pacioli_billing_v1_RefundAllocation, RefundAllocation__Output as _pacioli_billing_v1_RefundAllocation__Output } from './pacioli/billing/v1/RefundAllocation.ts';
import type { RefundAllocationInput as _pacioli_billing_v1_RefundAllocationInput, RefundAllocationInput__Output as _pacioli_billing_v1_RefundAllocationInput__Output } from './pacioli/billing/v1/RefundAllocationInput.ts';
import type { RefundAllocationInputs as _pacioli_billing_v1_RefundAllocationInputs, RefundAllocationInputs__Output as _pacioli_billing_v1_RefundAllocationInputs__Output } from './pacioli/billing/v1/RefundAllocationInputs.ts';
import type { RefundAnswer as _pacioli_billing_v1_RefundAnswer, RefundAnswer__Output as _pacioli_billing_v1_RefundAnswer__Output } from './pacioli/billing/v1/RefundAnswer.ts';
import type { RefundInput as _pacioli_billing_v1_RefundInput, RefundInput__Output as _pacioli_billing_v1_RefundInput__Output } from './pacioli/billing/v1/RefundInput.ts';
import type { RefundInvoiceRequest as _pacioli_billing_v1_RefundInvoiceRequest, RefundInvoiceRequest__Output as _pacioli_billing_v1_RefundInvoiceRequest__Output } from './pacioli/billing/v1/RefundInvoiceRequest.ts';
import type { RefundLineItem as _pacioli_billing_v1_RefundLineItem, RefundLineItem__Output as _pacioli_billing_v1_RefundLineItem__Output } from './pacioli/billing/v1/RefundLineItem.ts';
import type { RefundLineItemInput as _pacioli_billing_v1_RefundLineItemInput, RefundLineItemInput__Output as _pacioli_billing_v1_RefundLineItemInput__Output } from './pacioli/billing/v1/RefundLineItemInput.ts';
import type { RefundPayment as _pacioli_billing_v1_RefundPayment, RefundPayment__Output as _pacioli_billing_v1_RefundPayment__Output } from './pacioli/billing/v1/RefundPayment.ts';
import type { RefundPaymentInput as _pacioli_billing_v1_RefundPaymentInput, RefundPaymentInput__Output as _pacioli_billing_v1_RefundPaymentInput__Output } from './pacioli/billing/v1/RefundPaymentInput.ts';
import type { RefundPaymentInputs as _pacioli_billing_v1_RefundPaymentInputs, RefundPaymentInputs__Output as _pacioli_billing_v1_RefundPaymentInputs__Output } from './pacioli/billing/v1/RefundPaymentInputs.ts';
import type { RefundedPaymentFee as _pacioli_billing_v1_RefundedPaymentFee, RefundedPaymentFee__Output as _pacioli_billing_v1_RefundedPaymentFee__Output } from './pacioli/billing/v1/RefundedPaymentFee.ts';
import type { RefundedPaymentFeeInput as _pacioli_billing_v1_RefundedPaymentFeeInput, RefundedPaymentFeeInput__Output as _pacioli_billing_v1_RefundedPaymentFeeInput__Output } from './pacioli/billing/v1/RefundedPaymentFeeInput.ts';
import type { RefundsServiceClient as _pacioli_billing_v1_RefundsServiceClient, RefundsServiceDefinition as _pacioli_billing_v1_RefundsServiceDefinition } from './pacioli/billing/v1/RefundsService.ts';
import type { SalesTaxEntry as _pacioli_billing_v1_SalesTaxEntry, SalesTaxEntry__Output as _pacioli_billing_v1_SalesTaxEntry__Output } from './pacioli/billing/v1/SalesTaxEntry.ts';
import type { SalesTaxInput as _pacioli_billing_v1_SalesTaxInput, SalesTaxInput__Output as _pacioli_billing_v1_SalesTaxInput__Output } from './pacioli/billing/v1/SalesTaxInput.ts';
import type { SalesTaxInputs as _pacioli_billing_v1_SalesTaxInputs, SalesTaxInputs__Output as _pacioli_billing_v1_SalesTaxInputs__Output } from './pacioli/billing/v1/SalesTaxInputs.ts';
import type { TagInputs as _pacioli_billing_v1_TagInputs, TagInputs__Output as _pacioli_billing_v1_TagInputs__Output } from './pacioli/billing/v1/TagInputs.ts';
import type { TaxName as _pacioli_billing_v1_TaxName, TaxName__Output as _pacioli_billing_v1_TaxName__Output } from './pacioli/billing/v1/TaxName.ts';
import type { UpdateCustomerRequest as _pacioli_billing_v1_UpdateCustomerRequest, UpdateCustomerRequest__Output as _pacioli_billing_v1_UpdateCustomerRequest__Output } from './pacioli/billing/v1/UpdateCustomerRequest.ts';
import type { UpdateRefundRequest as _pacioli_billing_v1_UpdateRefundRequest, UpdateRefundRequest__Output as _pacioli_billing_v1_UpdateRefundRequest__Output } from './pacioli/billing/v1/UpdateRefundRequest.ts';
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
        DedicatedPaymentInput: MessageTypeDefinition<_pacioli_billing_v1_DedicatedPaymentInput, _pacioli_billing_v1_DedicatedPaymentInput__Output>
        DedicatedRefundInput: MessageTypeDefinition<_pacioli_billing_v1_DedicatedRefundInput, _pacioli_billing_v1_DedicatedRefundInput__Output>
        DocumentTag: MessageTypeDefinition<_pacioli_billing_v1_DocumentTag, _pacioli_billing_v1_DocumentTag__Output>
        GetCustomerRequest: MessageTypeDefinition<_pacioli_billing_v1_GetCustomerRequest, _pacioli_billing_v1_GetCustomerRequest__Output>
        GetInvoicePaymentRequest: MessageTypeDefinition<_pacioli_billing_v1_GetInvoicePaymentRequest, _pacioli_billing_v1_GetInvoicePaymentRequest__Output>
        GetRefundRequest: MessageTypeDefinition<_pacioli_billing_v1_GetRefundRequest, _pacioli_billing_v1_GetRefundRequest__Output>
        InvoicePayment: MessageTypeDefinition<_pacioli_billing_v1_InvoicePayment, _pacioli_billing_v1_InvoicePayment__Output>
        InvoicePaymentAllocation: MessageTypeDefinition<_pacioli_billing_v1_InvoicePaymentAllocation, _pacioli_billing_v1_InvoicePaymentAllocation__Output>
        InvoicePaymentAllocationInput: MessageTypeDefinition<_pacioli_billing_v1_InvoicePaymentAllocationInput, _pacioli_billing_v1_InvoicePaymentAllocationInput__Output>
        InvoicePaymentAnswer: MessageTypeDefinition<_pacioli_billing_v1_InvoicePaymentAnswer, _pacioli_billing_v1_InvoicePaymentAnswer__Output>
        InvoicePaymentInput: MessageTypeDefinition<_pacioli_billing_v1_InvoicePaymentInput, _pacioli_billing_v1_InvoicePaymentInput__Output>
        /**
         * What customers paid, over any number of their invoices; the rest is the customer's credit.
         */
        InvoicePaymentsService: SubtypeConstructor<typeof grpc.Client, _pacioli_billing_v1_InvoicePaymentsServiceClient> & { service: _pacioli_billing_v1_InvoicePaymentsServiceDefinition }
        ListCustomersRequest: MessageTypeDefinition<_pacioli_billing_v1_ListCustomersRequest, _pacioli_billing_v1_ListCustomersRequest__Output>
        ListCustomersResponse: MessageTypeDefinition<_pacioli_billing_v1_ListCustomersResponse, _pacioli_billing_v1_ListCustomersResponse__Output>
        ListInvoicePaymentsRequest: MessageTypeDefinition<_pacioli_billing_v1_ListInvoicePaymentsRequest, _pacioli_billing_v1_ListInvoicePaymentsRequest__Output>
        ListInvoicePaymentsResponse: MessageTypeDefinition<_pacioli_billing_v1_ListInvoicePaymentsResponse, _pacioli_billing_v1_ListInvoicePaymentsResponse__Output>
        ListRefundPaymentsRequest: MessageTypeDefinition<_pacioli_billing_v1_ListRefundPaymentsRequest, _pacioli_billing_v1_ListRefundPaymentsRequest__Output>
        ListRefundPaymentsResponse: MessageTypeDefinition<_pacioli_billing_v1_ListRefundPaymentsResponse, _pacioli_billing_v1_ListRefundPaymentsResponse__Output>
        ListRefundsRequest: MessageTypeDefinition<_pacioli_billing_v1_ListRefundsRequest, _pacioli_billing_v1_ListRefundsRequest__Output>
        ListRefundsResponse: MessageTypeDefinition<_pacioli_billing_v1_ListRefundsResponse, _pacioli_billing_v1_ListRefundsResponse__Output>
        PayInvoiceRequest: MessageTypeDefinition<_pacioli_billing_v1_PayInvoiceRequest, _pacioli_billing_v1_PayInvoiceRequest__Output>
        Refund: MessageTypeDefinition<_pacioli_billing_v1_Refund, _pacioli_billing_v1_Refund__Output>
        RefundAllocation: MessageTypeDefinition<_pacioli_billing_v1_RefundAllocation, _pacioli_billing_v1_RefundAllocation__Output>
        RefundAllocationInput: MessageTypeDefinition<_pacioli_billing_v1_RefundAllocationInput, _pacioli_billing_v1_RefundAllocationInput__Output>
        RefundAllocationInputs: MessageTypeDefinition<_pacioli_billing_v1_RefundAllocationInputs, _pacioli_billing_v1_RefundAllocationInputs__Output>
        RefundAnswer: MessageTypeDefinition<_pacioli_billing_v1_RefundAnswer, _pacioli_billing_v1_RefundAnswer__Output>
        RefundInput: MessageTypeDefinition<_pacioli_billing_v1_RefundInput, _pacioli_billing_v1_RefundInput__Output>
        RefundInvoiceRequest: MessageTypeDefinition<_pacioli_billing_v1_RefundInvoiceRequest, _pacioli_billing_v1_RefundInvoiceRequest__Output>
        RefundLineItem: MessageTypeDefinition<_pacioli_billing_v1_RefundLineItem, _pacioli_billing_v1_RefundLineItem__Output>
        RefundLineItemInput: MessageTypeDefinition<_pacioli_billing_v1_RefundLineItemInput, _pacioli_billing_v1_RefundLineItemInput__Output>
        RefundPayment: MessageTypeDefinition<_pacioli_billing_v1_RefundPayment, _pacioli_billing_v1_RefundPayment__Output>
        RefundPaymentInput: MessageTypeDefinition<_pacioli_billing_v1_RefundPaymentInput, _pacioli_billing_v1_RefundPaymentInput__Output>
        RefundPaymentInputs: MessageTypeDefinition<_pacioli_billing_v1_RefundPaymentInputs, _pacioli_billing_v1_RefundPaymentInputs__Output>
        RefundedPaymentFee: MessageTypeDefinition<_pacioli_billing_v1_RefundedPaymentFee, _pacioli_billing_v1_RefundedPaymentFee__Output>
        RefundedPaymentFeeInput: MessageTypeDefinition<_pacioli_billing_v1_RefundedPaymentFeeInput, _pacioli_billing_v1_RefundedPaymentFeeInput__Output>
        /**
         * What customers get back: issued by allocations, paid out by refund payments.
         */
        RefundsService: SubtypeConstructor<typeof grpc.Client, _pacioli_billing_v1_RefundsServiceClient> & { service: _pacioli_billing_v1_RefundsServiceDefinition }
        SalesTaxEntry: MessageTypeDefinition<_pacioli_billing_v1_SalesTaxEntry, _pacioli_billing_v1_SalesTaxEntry__Output>
        SalesTaxInput: MessageTypeDefinition<_pacioli_billing_v1_SalesTaxInput, _pacioli_billing_v1_SalesTaxInput__Output>
        SalesTaxInputs: MessageTypeDefinition<_pacioli_billing_v1_SalesTaxInputs, _pacioli_billing_v1_SalesTaxInputs__Output>
        TagInputs: MessageTypeDefinition<_pacioli_billing_v1_TagInputs, _pacioli_billing_v1_TagInputs__Output>
        TaxName: MessageTypeDefinition<_pacioli_billing_v1_TaxName, _pacioli_billing_v1_TaxName__Output>
        UpdateCustomerRequest: MessageTypeDefinition<_pacioli_billing_v1_UpdateCustomerRequest, _pacioli_billing_v1_UpdateCustomerRequest__Output>
        UpdateRefundRequest: MessageTypeDefinition<_pacioli_billing_v1_UpdateRefundRequest, _pacioli_billing_v1_UpdateRefundRequest__Output>
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

