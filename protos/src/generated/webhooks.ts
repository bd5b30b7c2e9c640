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
import type { CreateWebhookRequest as _pacioli_reporting_v1_CreateWebhookRequest, CreateWebhookRequest__Output as _pacioli_reporting_v1_CreateWebhookRequest__Output } from './pacioli/reporting/v1/CreateWebhookRequest.ts';
import type { ListWebhookDeliveriesRequest as _pacioli_reporting_v1_ListWebhookDeliveriesRequest, ListWebhookDeliveriesRequest__Output as _pacioli_reporting_v1_ListWebhookDeliveriesRequest__Output } from './pacioli/reporting/v1/ListWebhookDeliveriesRequest.ts';
import type { ListWebhookDeliveriesResponse as _pacioli_reporting_v1_ListWebhookDeliveriesResponse, ListWebhookDeliveriesResponse__Output as _pacioli_reporting_v1_ListWebhookDeliveriesResponse__Output } from './pacioli/reporting/v1/ListWebhookDeliveriesResponse.ts';
import type { ListWebhooksRequest as _pacioli_reporting_v1_ListWebhooksRequest, ListWebhooksRequest__Output as _pacioli_reporting_v1_ListWebhooksRequest__Output } from './pacioli/reporting/v1/ListWebhooksRequest.ts';
import type { ListWebhooksResponse as _pacioli_reporting_v1_ListWebhooksResponse, ListWebhooksResponse__Output as _pacioli_reporting_v1_ListWebhooksResponse__Output } from './pacioli/reporting/v1/ListWebhooksResponse.ts';
import type { RetryWebhookDeliveryRequest as _pacioli_reporting_v1_RetryWebhookDeliveryRequest, RetryWebhookDeliveryRequest__Output as _pacioli_reporting_v1_RetryWebhookDeliveryRequest__Output } from './pacioli/reporting/v1/RetryWebhookDeliveryRequest.ts';
import type { RotateWebhookSecretRequest as _pacioli_reporting_v1_RotateWebhookSecretRequest, RotateWebhookSecretRequest__Output as _pacioli_reporting_v1_RotateWebhookSecretRequest__Output } from './pacioli/reporting/v1/RotateWebhookSecretRequest.ts';
import type { UpdateWebhookRequest as _pacioli_reporting_v1_UpdateWebhookRequest, UpdateWebhookRequest__Output as _pacioli_reporting_v1_UpdateWebhookRequest__Output } from './pacioli/reporting/v1/UpdateWebhookRequest.ts';
import type { Webhook as _pacioli_reporting_v1_Webhook, Webhook__Output as _pacioli_reporting_v1_Webhook__Output } from './pacioli/reporting/v1/Webhook.ts';
import type { WebhookAnswer as _pacioli_reporting_v1_WebhookAnswer, WebhookAnswer__Output as _pacioli_reporting_v1_WebhookAnswer__Output } from './pacioli/reporting/v1/WebhookAnswer.ts';
import type { WebhookAttempt as _pacioli_reporting_v1_WebhookAttempt, WebhookAttempt__Output as _pacioli_reporting_v1_WebhookAttempt__Output } from './pacioli/reporting/v1/WebhookAttempt.ts';
import type { WebhookDelivery as _pacioli_reporting_v1_WebhookDelivery, WebhookDelivery__Output as _pacioli_reporting_v1_WebhookDelivery__Output } from './pacioli/reporting/v1/WebhookDelivery.ts';
import type { WebhookDeliveryAnswer as _pacioli_reporting_v1_WebhookDeliveryAnswer, WebhookDeliveryAnswer__Output as _pacioli_reporting_v1_WebhookDeliveryAnswer__Output } from './pacioli/reporting/v1/WebhookDeliveryAnswer.ts';
import type { WebhookFilter as _pacioli_reporting_v1_WebhookFilter, WebhookFilter__Output as _pacioli_reporting_v1_WebhookFilter__Output } from './pacioli/reporting/v1/WebhookFilter.ts';
import type { WebhookRequest as _pacioli_reporting_v1_WebhookRequest, WebhookRequest__Output as _pacioli_reporting_v1_WebhookRequest__Output } from './pacioli/reporting/v1/WebhookRequest.ts';
import type { WebhooksServiceClient as _pacioli_reporting_v1_WebhooksServiceClient, WebhooksServiceDefinition as _pacioli_reporting_v1_WebhooksServiceDefinition } from './pacioli/reporting/v1/WebhooksService.ts';

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
    reporting: {
      v1: {
        CreateWebhookRequest: MessageTypeDefinition<_pacioli_reporting_v1_CreateWebhookRequest, _pacioli_reporting_v1_CreateWebhookRequest__Output>
        ListWebhookDeliveriesRequest: MessageTypeDefinition<_pacioli_reporting_v1_ListWebhookDeliveriesRequest, _pacioli_reporting_v1_ListWebhookDeliveriesRequest__Output>
        ListWebhookDeliveriesResponse: MessageTypeDefinition<_pacioli_reporting_v1_ListWebhookDeliveriesResponse, _pacioli_reporting_v1_ListWebhookDeliveriesResponse__Output>
        ListWebhooksRequest: MessageTypeDefinition<_pacioli_reporting_v1_ListWebhooksRequest, _pacioli_reporting_v1_ListWebhooksRequest__Output>
        ListWebhooksResponse: MessageTypeDefinition<_pacioli_reporting_v1_ListWebhooksResponse, _pacioli_reporting_v1_ListWebhooksResponse__Output>
        RetryWebhookDeliveryRequest: MessageTypeDefinition<_pacioli_reporting_v1_RetryWebhookDeliveryRequest, _pacioli_reporting_v1_RetryWebhookDeliveryRequest__Output>
        RotateWebhookSecretRequest: MessageTypeDefinition<_pacioli_reporting_v1_RotateWebhookSecretRequest, _pacioli_reporting_v1_RotateWebhookSecretRequest__Output>
        UpdateWebhookRequest: MessageTypeDefinition<_pacioli_reporting_v1_UpdateWebhookRequest, _pacioli_reporting_v1_UpdateWebhookRequest__Output>
        Webhook: MessageTypeDefinition<_pacioli_reporting_v1_Webhook, _pacioli_reporting_v1_Webhook__Output>
        WebhookAnswer: MessageTypeDefinition<_pacioli_reporting_v1_WebhookAnswer, _pacioli_reporting_v1_WebhookAnswer__Output>
        WebhookAttempt: MessageTypeDefinition<_pacioli_reporting_v1_WebhookAttempt, _pacioli_reporting_v1_WebhookAttempt__Output>
        WebhookDelivery: MessageTypeDefinition<_pacioli_reporting_v1_WebhookDelivery, _pacioli_reporting_v1_WebhookDelivery__Output>
        WebhookDeliveryAnswer: MessageTypeDefinition<_pacioli_reporting_v1_WebhookDeliveryAnswer, _pacioli_reporting_v1_WebhookDeliveryAnswer__Output>
        WebhookFilter: MessageTypeDefinition<_pacioli_reporting_v1_WebhookFilter, _pacioli_reporting_v1_WebhookFilter__Output>
        WebhookRequest: MessageTypeDefinition<_pacioli_reporting_v1_WebhookRequest, _pacioli_reporting_v1_WebhookRequest__Output>
        /**
         * Endpoints of a client that are told of events. They belong to the client as a whole.
         */
        WebhooksService: SubtypeConstructor<typeof grpc.Client, _pacioli_reporting_v1_WebhooksServiceClient> & { service: _pacioli_reporting_v1_WebhooksServiceDefinition }
      }
    }
  }
}

