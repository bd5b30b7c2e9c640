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
import type { AccountBalance as _pacioli_ledger_v1_AccountBalance, AccountBalance__Output as _pacioli_ledger_v1_AccountBalance__Output } from './pacioli/ledger/v1/AccountBalance.ts';
import type { AskBooksRequest as _pacioli_ledger_v1_AskBooksRequest, AskBooksRequest__Output as _pacioli_ledger_v1_AskBooksRequest__Output } from './pacioli/ledger/v1/AskBooksRequest.ts';
import type { AskBooksResponse as _pacioli_ledger_v1_AskBooksResponse, AskBooksResponse__Output as _pacioli_ledger_v1_AskBooksResponse__Output } from './pacioli/ledger/v1/AskBooksResponse.ts';
import type { AskedTag as _pacioli_ledger_v1_AskedTag, AskedTag__Output as _pacioli_ledger_v1_AskedTag__Output } from './pacioli/ledger/v1/AskedTag.ts';
import type { EnsureAccountsRequest as _pacioli_ledger_v1_EnsureAccountsRequest, EnsureAccountsRequest__Output as _pacioli_ledger_v1_EnsureAccountsRequest__Output } from './pacioli/ledger/v1/EnsureAccountsRequest.ts';
import type { EnsureAccountsResponse as _pacioli_ledger_v1_EnsureAccountsResponse, EnsureAccountsResponse__Output as _pacioli_ledger_v1_EnsureAccountsResponse__Output } from './pacioli/ledger/v1/EnsureAccountsResponse.ts';
import type { EnsuredAccount as _pacioli_ledger_v1_EnsuredAccount, EnsuredAccount__Output as _pacioli_ledger_v1_EnsuredAccount__Output } from './pacioli/ledger/v1/EnsuredAccount.ts';
import type { GetBalancesRequest as _pacioli_ledger_v1_GetBalancesRequest, GetBalancesRequest__Output as _pacioli_ledger_v1_GetBalancesRequest__Output } from './pacioli/ledger/v1/GetBalancesRequest.ts';
import type { GetBalancesResponse as _pacioli_ledger_v1_GetBalancesResponse, GetBalancesResponse__Output as _pacioli_ledger_v1_GetBalancesResponse__Output } from './pacioli/ledger/v1/GetBalancesResponse.ts';
import type { PostEntriesRequest as _pacioli_ledger_v1_PostEntriesRequest, PostEntriesRequest__Output as _pacioli_ledger_v1_PostEntriesRequest__Output } from './pacioli/ledger/v1/PostEntriesRequest.ts';
import type { PostEntriesResponse as _pacioli_ledger_v1_PostEntriesResponse, PostEntriesResponse__Output as _pacioli_ledger_v1_PostEntriesResponse__Output } from './pacioli/ledger/v1/PostEntriesResponse.ts';
import type { PostedEntry as _pacioli_ledger_v1_PostedEntry, PostedEntry__Output as _pacioli_ledger_v1_PostedEntry__Output } from './pacioli/ledger/v1/PostedEntry.ts';
import type { Posting as _pacioli_ledger_v1_Posting, Posting__Output as _pacioli_ledger_v1_Posting__Output } from './pacioli/ledger/v1/Posting.ts';
import type { PostingLine as _pacioli_ledger_v1_PostingLine, PostingLine__Output as _pacioli_ledger_v1_PostingLine__Output } from './pacioli/ledger/v1/PostingLine.ts';
import type { PostingTag as _pacioli_ledger_v1_PostingTag, PostingTag__Output as _pacioli_ledger_v1_PostingTag__Output } from './pacioli/ledger/v1/PostingTag.ts';
import type { PostingsServiceClient as _pacioli_ledger_v1_PostingsServiceClient, PostingsServiceDefinition as _pacioli_ledger_v1_PostingsServiceDefinition } from './pacioli/ledger/v1/PostingsService.ts';
import type { ListPostingsRequest as _pacioli_postings_v1_ListPostingsRequest, ListPostingsRequest__Output as _pacioli_postings_v1_ListPostingsRequest__Output } from './pacioli/postings/v1/ListPostingsRequest.ts';
import type { ListPostingsResponse as _pacioli_postings_v1_ListPostingsResponse, ListPostingsResponse__Output as _pacioli_postings_v1_ListPostingsResponse__Output } from './pacioli/postings/v1/ListPostingsResponse.ts';
import type { PostingAnswer as _pacioli_postings_v1_PostingAnswer, PostingAnswer__Output as _pacioli_postings_v1_PostingAnswer__Output } from './pacioli/postings/v1/PostingAnswer.ts';
import type { PostingPosition as _pacioli_postings_v1_PostingPosition, PostingPosition__Output as _pacioli_postings_v1_PostingPosition__Output } from './pacioli/postings/v1/PostingPosition.ts';
import type { RetryPostingRequest as _pacioli_postings_v1_RetryPostingRequest, RetryPostingRequest__Output as _pacioli_postings_v1_RetryPostingRequest__Output } from './pacioli/postings/v1/RetryPostingRequest.ts';
import type { StagedPosting as _pacioli_postings_v1_StagedPosting, StagedPosting__Output as _pacioli_postings_v1_StagedPosting__Output } from './pacioli/postings/v1/StagedPosting.ts';
import type { StagedPostingsServiceClient as _pacioli_postings_v1_StagedPostingsServiceClient, StagedPostingsServiceDefinition as _pacioli_postings_v1_StagedPostingsServiceDefinition } from './pacioli/postings/v1/StagedPostingsService.ts';

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
        AccountBalance: MessageTypeDefinition<_pacioli_ledger_v1_AccountBalance, _pacioli_ledger_v1_AccountBalance__Output>
        AskBooksRequest: MessageTypeDefinition<_pacioli_ledger_v1_AskBooksRequest, _pacioli_ledger_v1_AskBooksRequest__Output>
        AskBooksResponse: MessageTypeDefinition<_pacioli_ledger_v1_AskBooksResponse, _pacioli_ledger_v1_AskBooksResponse__Output>
        AskedTag: MessageTypeDefinition<_pacioli_ledger_v1_AskedTag, _pacioli_ledger_v1_AskedTag__Output>
        EnsureAccountsRequest: MessageTypeDefinition<_pacioli_ledger_v1_EnsureAccountsRequest, _pacioli_ledger_v1_EnsureAccountsRequest__Output>
        EnsureAccountsResponse: MessageTypeDefinition<_pacioli_ledger_v1_EnsureAccountsResponse, _pacioli_ledger_v1_EnsureAccountsResponse__Output>
        EnsuredAccount: MessageTypeDefinition<_pacioli_ledger_v1_EnsuredAccount, _pacioli_ledger_v1_EnsuredAccount__Output>
        GetBalancesRequest: MessageTypeDefinition<_pacioli_ledger_v1_GetBalancesRequest, _pacioli_ledger_v1_GetBalancesRequest__Output>
        GetBalancesResponse: MessageTypeDefinition<_pacioli_ledger_v1_GetBalancesResponse, _pacioli_ledger_v1_GetBalancesResponse__Output>
        PostEntriesRequest: MessageTypeDefinition<_pacioli_ledger_v1_PostEntriesRequest, _pacioli_ledger_v1_PostEntriesRequest__Output>
        PostEntriesResponse: MessageTypeDefinition<_pacioli_ledger_v1_PostEntriesResponse, _pacioli_ledger_v1_PostEntriesResponse__Output>
        PostedEntry: MessageTypeDefinition<_pacioli_ledger_v1_PostedEntry, _pacioli_ledger_v1_PostedEntry__Output>
        Posting: MessageTypeDefinition<_pacioli_ledger_v1_Posting, _pacioli_ledger_v1_Posting__Output>
        PostingLine: MessageTypeDefinition<_pacioli_ledger_v1_PostingLine, _pacioli_ledger_v1_PostingLine__Output>
        PostingTag: MessageTypeDefinition<_pacioli_ledger_v1_PostingTag, _pacioli_ledger_v1_PostingTag__Output>
        /**
         * Postings of the other services. A posting_key posts once, however often it is delivered.
         */
        PostingsService: SubtypeConstructor<typeof grpc.Client, _pacioli_ledger_v1_PostingsServiceClient> & { service: _pacioli_ledger_v1_PostingsServiceDefinition }
      }
    }
    postings: {
      v1: {
        ListPostingsRequest: MessageTypeDefinition<_pacioli_postings_v1_ListPostingsRequest, _pacioli_postings_v1_ListPostingsRequest__Output>
        ListPostingsResponse: MessageTypeDefinition<_pacioli_postings_v1_ListPostingsResponse, _pacioli_postings_v1_ListPostingsResponse__Output>
        PostingAnswer: MessageTypeDefinition<_pacioli_postings_v1_PostingAnswer, _pacioli_postings_v1_PostingAnswer__Output>
        PostingPosition: MessageTypeDefinition<_pacioli_postings_v1_PostingPosition, _pacioli_postings_v1_PostingPosition__Output>
        RetryPostingRequest: MessageTypeDefinition<_pacioli_postings_v1_RetryPostingRequest, _pacioli_postings_v1_RetryPostingRequest__Output>
        StagedPosting: MessageTypeDefinition<_pacioli_postings_v1_StagedPosting, _pacioli_postings_v1_StagedPosting__Output>
        /**
         * What a service has decided to post, and how far its delivery to the ledger has come. Each posting service serves it.
         */
        StagedPostingsService: SubtypeConstructor<typeof grpc.Client, _pacioli_postings_v1_StagedPostingsServiceClient> & { service: _pacioli_postings_v1_StagedPostingsServiceDefinition }
      }
    }
  }
}

