import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { CategorizationRule as _pacioli_banking_v1_CategorizationRule, CategorizationRule__Output as _pacioli_banking_v1_CategorizationRule__Output } from './pacioli/banking/v1/CategorizationRule.ts';
import type { CategorizationRulesServiceClient as _pacioli_banking_v1_CategorizationRulesServiceClient, CategorizationRulesServiceDefinition as _pacioli_banking_v1_CategorizationRulesServiceDefinition } from './pacioli/banking/v1/CategorizationRulesService.ts';
import type { CreateRuleRequest as _pacioli_banking_v1_CreateRuleRequest, CreateRuleRequest__Output as _pacioli_banking_v1_CreateRuleRequest__Output } from './pacioli/banking/v1/CreateRuleRequest.ts';
import type { GetRuleRequest as _pacioli_banking_v1_GetRuleRequest, GetRuleRequest__Output as _pacioli_banking_v1_GetRuleRequest__Output } from './pacioli/banking/v1/GetRuleRequest.ts';
import type { ListRulesRequest as _pacioli_banking_v1_ListRulesRequest, ListRulesRequest__Output as _pacioli_banking_v1_ListRulesRequest__Output } from './pacioli/banking/v1/ListRulesRequest.ts';
import type { ListRulesResponse as _pacioli_banking_v1_ListRulesResponse, ListRulesResponse__Output as _pacioli_banking_v1_ListRulesResponse__Output } from './pacioli/banking/v1/ListRulesResponse.ts';
import type { RuleAnswer as _pacioli_banking_v1_RuleAnswer, RuleAnswer__Output as _pacioli_banking_v1_RuleAnswer__Output } from './pacioli/banking/v1/RuleAnswer.ts';
import type { RuleConditions as _pacioli_banking_v1_RuleConditions, RuleConditions__Output as _pacioli_banking_v1_RuleConditions__Output } from './pacioli/banking/v1/RuleConditions.ts';
import type { UpdateRuleRequest as _pacioli_banking_v1_UpdateRuleRequest, UpdateRuleRequest__Output as _pacioli_banking_v1_UpdateRuleRequest__Output } from './pacioli/banking/v1/UpdateRuleRequest.ts';
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
        CategorizationRule: MessageTypeDefinition<_pacioli_banking_v1_CategorizationRule, _pacioli_banking_v1_CategorizationRule__Output>
        /**
         * Rules that categorize transactions as they are imported and, when asked, those that wait.
         */
        CategorizationRulesService: SubtypeConstructor<typeof grpc.Client, _pacioli_banking_v1_CategorizationRulesServiceClient> & { service: _pacioli_banking_v1_CategorizationRulesServiceDefinition }
        CreateRuleRequest: MessageTypeDefinition<_pacioli_banking_v1_CreateRuleRequest, _pacioli_banking_v1_CreateRuleRequest__Output>
        GetRuleRequest: MessageTypeDefinition<_pacioli_banking_v1_GetRuleRequest, _pacioli_banking_v1_GetRuleRequest__Output>
        ListRulesRequest: MessageTypeDefinition<_pacioli_banking_v1_ListRulesRequest, _pacioli_banking_v1_ListRulesRequest__Output>
        ListRulesResponse: MessageTypeDefinition<_pacioli_banking_v1_ListRulesResponse, _pacioli_banking_v1_ListRulesResponse__Output>
        RuleAnswer: MessageTypeDefinition<_pacioli_banking_v1_RuleAnswer, _pacioli_banking_v1_RuleAnswer__Output>
        RuleConditions: MessageTypeDefinition<_pacioli_banking_v1_RuleConditions, _pacioli_banking_v1_RuleConditions__Output>
        UpdateRuleRequest: MessageTypeDefinition<_pacioli_banking_v1_UpdateRuleRequest, _pacioli_banking_v1_UpdateRuleRequest__Output>
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

