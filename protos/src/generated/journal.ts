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
import type { AccountLine as _pacioli_ledger_v1_AccountLine, AccountLine__Output as _pacioli_ledger_v1_AccountLine__Output } from './pacioli/ledger/v1/AccountLine.ts';
import type { EntryAnswer as _pacioli_ledger_v1_EntryAnswer, EntryAnswer__Output as _pacioli_ledger_v1_EntryAnswer__Output } from './pacioli/ledger/v1/EntryAnswer.ts';
import type { GetEntryRequest as _pacioli_ledger_v1_GetEntryRequest, GetEntryRequest__Output as _pacioli_ledger_v1_GetEntryRequest__Output } from './pacioli/ledger/v1/GetEntryRequest.ts';
import type { JournalEntryInput as _pacioli_ledger_v1_JournalEntryInput, JournalEntryInput__Output as _pacioli_ledger_v1_JournalEntryInput__Output } from './pacioli/ledger/v1/JournalEntryInput.ts';
import type { JournalServiceClient as _pacioli_ledger_v1_JournalServiceClient, JournalServiceDefinition as _pacioli_ledger_v1_JournalServiceDefinition } from './pacioli/ledger/v1/JournalService.ts';
import type { LedgerEntry as _pacioli_ledger_v1_LedgerEntry, LedgerEntry__Output as _pacioli_ledger_v1_LedgerEntry__Output } from './pacioli/ledger/v1/LedgerEntry.ts';
import type { LedgerLineItem as _pacioli_ledger_v1_LedgerLineItem, LedgerLineItem__Output as _pacioli_ledger_v1_LedgerLineItem__Output } from './pacioli/ledger/v1/LedgerLineItem.ts';
import type { LineItemInput as _pacioli_ledger_v1_LineItemInput, LineItemInput__Output as _pacioli_ledger_v1_LineItemInput__Output } from './pacioli/ledger/v1/LineItemInput.ts';
import type { LineSource as _pacioli_ledger_v1_LineSource, LineSource__Output as _pacioli_ledger_v1_LineSource__Output } from './pacioli/ledger/v1/LineSource.ts';
import type { ListAccountLinesRequest as _pacioli_ledger_v1_ListAccountLinesRequest, ListAccountLinesRequest__Output as _pacioli_ledger_v1_ListAccountLinesRequest__Output } from './pacioli/ledger/v1/ListAccountLinesRequest.ts';
import type { ListAccountLinesResponse as _pacioli_ledger_v1_ListAccountLinesResponse, ListAccountLinesResponse__Output as _pacioli_ledger_v1_ListAccountLinesResponse__Output } from './pacioli/ledger/v1/ListAccountLinesResponse.ts';
import type { ListEntriesRequest as _pacioli_ledger_v1_ListEntriesRequest, ListEntriesRequest__Output as _pacioli_ledger_v1_ListEntriesRequest__Output } from './pacioli/ledger/v1/ListEntriesRequest.ts';
import type { ListEntriesResponse as _pacioli_ledger_v1_ListEntriesResponse, ListEntriesResponse__Output as _pacioli_ledger_v1_ListEntriesResponse__Output } from './pacioli/ledger/v1/ListEntriesResponse.ts';
import type { PostJournalEntriesRequest as _pacioli_ledger_v1_PostJournalEntriesRequest, PostJournalEntriesRequest__Output as _pacioli_ledger_v1_PostJournalEntriesRequest__Output } from './pacioli/ledger/v1/PostJournalEntriesRequest.ts';
import type { PostJournalEntriesResponse as _pacioli_ledger_v1_PostJournalEntriesResponse, PostJournalEntriesResponse__Output as _pacioli_ledger_v1_PostJournalEntriesResponse__Output } from './pacioli/ledger/v1/PostJournalEntriesResponse.ts';
import type { ReverseEntryRequest as _pacioli_ledger_v1_ReverseEntryRequest, ReverseEntryRequest__Output as _pacioli_ledger_v1_ReverseEntryRequest__Output } from './pacioli/ledger/v1/ReverseEntryRequest.ts';

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
        AccountLine: MessageTypeDefinition<_pacioli_ledger_v1_AccountLine, _pacioli_ledger_v1_AccountLine__Output>
        EntryAnswer: MessageTypeDefinition<_pacioli_ledger_v1_EntryAnswer, _pacioli_ledger_v1_EntryAnswer__Output>
        GetEntryRequest: MessageTypeDefinition<_pacioli_ledger_v1_GetEntryRequest, _pacioli_ledger_v1_GetEntryRequest__Output>
        JournalEntryInput: MessageTypeDefinition<_pacioli_ledger_v1_JournalEntryInput, _pacioli_ledger_v1_JournalEntryInput__Output>
        /**
         * The journal: entries are posted, read and reversed, never edited.
         */
        JournalService: SubtypeConstructor<typeof grpc.Client, _pacioli_ledger_v1_JournalServiceClient> & { service: _pacioli_ledger_v1_JournalServiceDefinition }
        LedgerEntry: MessageTypeDefinition<_pacioli_ledger_v1_LedgerEntry, _pacioli_ledger_v1_LedgerEntry__Output>
        LedgerLineItem: MessageTypeDefinition<_pacioli_ledger_v1_LedgerLineItem, _pacioli_ledger_v1_LedgerLineItem__Output>
        LineItemInput: MessageTypeDefinition<_pacioli_ledger_v1_LineItemInput, _pacioli_ledger_v1_LineItemInput__Output>
        LineSource: MessageTypeDefinition<_pacioli_ledger_v1_LineSource, _pacioli_ledger_v1_LineSource__Output>
        ListAccountLinesRequest: MessageTypeDefinition<_pacioli_ledger_v1_ListAccountLinesRequest, _pacioli_ledger_v1_ListAccountLinesRequest__Output>
        ListAccountLinesResponse: MessageTypeDefinition<_pacioli_ledger_v1_ListAccountLinesResponse, _pacioli_ledger_v1_ListAccountLinesResponse__Output>
        ListEntriesRequest: MessageTypeDefinition<_pacioli_ledger_v1_ListEntriesRequest, _pacioli_ledger_v1_ListEntriesRequest__Output>
        ListEntriesResponse: MessageTypeDefinition<_pacioli_ledger_v1_ListEntriesResponse, _pacioli_ledger_v1_ListEntriesResponse__Output>
        PostJournalEntriesRequest: MessageTypeDefinition<_pacioli_ledger_v1_PostJournalEntriesRequest, _pacioli_ledger_v1_PostJournalEntriesRequest__Output>
        PostJournalEntriesResponse: MessageTypeDefinition<_pacioli_ledger_v1_PostJournalEntriesResponse, _pacioli_ledger_v1_PostJournalEntriesResponse__Output>
        ReverseEntryRequest: MessageTypeDefinition<_pacioli_ledger_v1_ReverseEntryRequest, _pacioli_ledger_v1_ReverseEntryRequest__Output>
      }
    }
  }
}

