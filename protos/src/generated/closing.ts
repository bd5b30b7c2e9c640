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
import type { CloseRetainedEarningsResponse as _pacioli_ledger_v1_CloseRetainedEarningsResponse, CloseRetainedEarningsResponse__Output as _pacioli_ledger_v1_CloseRetainedEarningsResponse__Output } from './pacioli/ledger/v1/CloseRetainedEarningsResponse.ts';
import type { ClosingAction as _pacioli_ledger_v1_ClosingAction, ClosingAction__Output as _pacioli_ledger_v1_ClosingAction__Output } from './pacioli/ledger/v1/ClosingAction.ts';
import type { ClosingActionAnswer as _pacioli_ledger_v1_ClosingActionAnswer, ClosingActionAnswer__Output as _pacioli_ledger_v1_ClosingActionAnswer__Output } from './pacioli/ledger/v1/ClosingActionAnswer.ts';
import type { ClosingInput as _pacioli_ledger_v1_ClosingInput, ClosingInput__Output as _pacioli_ledger_v1_ClosingInput__Output } from './pacioli/ledger/v1/ClosingInput.ts';
import type { ClosingPreview as _pacioli_ledger_v1_ClosingPreview, ClosingPreview__Output as _pacioli_ledger_v1_ClosingPreview__Output } from './pacioli/ledger/v1/ClosingPreview.ts';
import type { ClosingServiceClient as _pacioli_ledger_v1_ClosingServiceClient, ClosingServiceDefinition as _pacioli_ledger_v1_ClosingServiceDefinition } from './pacioli/ledger/v1/ClosingService.ts';
import type { EntryAnswer as _pacioli_ledger_v1_EntryAnswer, EntryAnswer__Output as _pacioli_ledger_v1_EntryAnswer__Output } from './pacioli/ledger/v1/EntryAnswer.ts';
import type { GetClosingActionRequest as _pacioli_ledger_v1_GetClosingActionRequest, GetClosingActionRequest__Output as _pacioli_ledger_v1_GetClosingActionRequest__Output } from './pacioli/ledger/v1/GetClosingActionRequest.ts';
import type { GetEntryRequest as _pacioli_ledger_v1_GetEntryRequest, GetEntryRequest__Output as _pacioli_ledger_v1_GetEntryRequest__Output } from './pacioli/ledger/v1/GetEntryRequest.ts';
import type { JournalEntryInput as _pacioli_ledger_v1_JournalEntryInput, JournalEntryInput__Output as _pacioli_ledger_v1_JournalEntryInput__Output } from './pacioli/ledger/v1/JournalEntryInput.ts';
import type { JournalServiceClient as _pacioli_ledger_v1_JournalServiceClient, JournalServiceDefinition as _pacioli_ledger_v1_JournalServiceDefinition } from './pacioli/ledger/v1/JournalService.ts';
import type { LedgerEntry as _pacioli_ledger_v1_LedgerEntry, LedgerEntry__Output as _pacioli_ledger_v1_LedgerEntry__Output } from './pacioli/ledger/v1/LedgerEntry.ts';
import type { LedgerLineItem as _pacioli_ledger_v1_LedgerLineItem, LedgerLineItem__Output as _pacioli_ledger_v1_LedgerLineItem__Output } from './pacioli/ledger/v1/LedgerLineItem.ts';
import type { LineItemInput as _pacioli_ledger_v1_LineItemInput, LineItemInput__Output as _pacioli_ledger_v1_LineItemInput__Output } from './pacioli/ledger/v1/LineItemInput.ts';
import type { LineSource as _pacioli_ledger_v1_LineSource, LineSource__Output as _pacioli_ledger_v1_LineSource__Output } from './pacioli/ledger/v1/LineSource.ts';
import type { ListAccountLinesRequest as _pacioli_ledger_v1_ListAccountLinesRequest, ListAccountLinesRequest__Output as _pacioli_ledger_v1_ListAccountLinesRequest__Output } from './pacioli/ledger/v1/ListAccountLinesRequest.ts';
import type { ListAccountLinesResponse as _pacioli_ledger_v1_ListAccountLinesResponse, ListAccountLinesResponse__Output as _pacioli_ledger_v1_ListAccountLinesResponse__Output } from './pacioli/ledger/v1/ListAccountLinesResponse.ts';
import type { ListClosingActionsRequest as _pacioli_ledger_v1_ListClosingActionsRequest, ListClosingActionsRequest__Output as _pacioli_ledger_v1_ListClosingActionsRequest__Output } from './pacioli/ledger/v1/ListClosingActionsRequest.ts';
import type { ListClosingActionsResponse as _pacioli_ledger_v1_ListClosingActionsResponse, ListClosingActionsResponse__Output as _pacioli_ledger_v1_ListClosingActionsResponse__Output } from './pacioli/ledger/v1/ListClosingActionsResponse.ts';
import type { ListEntriesRequest as _pacioli_ledger_v1_ListEntriesRequest, ListEntriesRequest__Output as _pacioli_ledger_v1_ListEntriesRequest__Output } from './pacioli/ledger/v1/ListEntriesRequest.ts';
import type { ListEntriesResponse as _pacioli_ledger_v1_ListEntriesResponse, ListEntriesResponse__Output as _pacioli_ledger_v1_ListEntriesResponse__Output } from './pacioli/ledger/v1/ListEntriesResponse.ts';
import type { PostJournalEntriesRequest as _pacioli_ledger_v1_PostJournalEntriesRequest, PostJournalEntriesRequest__Output as _pacioli_ledger_v1_PostJournalEntriesRequest__Output } from './pacioli/ledger/v1/PostJournalEntriesRequest.ts';
import type { PostJournalEntriesResponse as _pacioli_ledger_v1_PostJournalEntriesResponse, PostJournalEntriesResponse__Output as _pacioli_ledger_v1_PostJournalEntriesResponse__Output } from './pacioli/ledger/v1/PostJournalEntriesResponse.ts';
import type { PreviewRetainedEarningsResponse as _pacioli_ledger_v1_PreviewRetainedEarningsResponse, PreviewRetainedEarningsResponse__Output as _pacioli_ledger_v1_PreviewRetainedEarningsResponse__Output } from './pacioli/ledger/v1/PreviewRetainedEarningsResponse.ts';
import type { ReverseClosingActionRequest as _pacioli_ledger_v1_ReverseClosingActionRequest, ReverseClosingActionRequest__Output as _pacioli_ledger_v1_ReverseClosingActionRequest__Output } from './pacioli/ledger/v1/ReverseClosingActionRequest.ts';
import type { ReverseEntryRequest as _pacioli_ledger_v1_ReverseEntryRequest, ReverseEntryRequest__Output as _pacioli_ledger_v1_ReverseEntryRequest__Output } from './pacioli/ledger/v1/ReverseEntryRequest.ts';
import type { TaggingStrategy as _pacioli_ledger_v1_TaggingStrategy, TaggingStrategy__Output as _pacioli_ledger_v1_TaggingStrategy__Output } from './pacioli/ledger/v1/TaggingStrategy.ts';

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
        CloseRetainedEarningsResponse: MessageTypeDefinition<_pacioli_ledger_v1_CloseRetainedEarningsResponse, _pacioli_ledger_v1_CloseRetainedEarningsResponse__Output>
        ClosingAction: MessageTypeDefinition<_pacioli_ledger_v1_ClosingAction, _pacioli_ledger_v1_ClosingAction__Output>
        ClosingActionAnswer: MessageTypeDefinition<_pacioli_ledger_v1_ClosingActionAnswer, _pacioli_ledger_v1_ClosingActionAnswer__Output>
        ClosingInput: MessageTypeDefinition<_pacioli_ledger_v1_ClosingInput, _pacioli_ledger_v1_ClosingInput__Output>
        ClosingPreview: MessageTypeDefinition<_pacioli_ledger_v1_ClosingPreview, _pacioli_ledger_v1_ClosingPreview__Output>
        /**
         * Closing revenue and expense accounts to retained earnings.
         */
        ClosingService: SubtypeConstructor<typeof grpc.Client, _pacioli_ledger_v1_ClosingServiceClient> & { service: _pacioli_ledger_v1_ClosingServiceDefinition }
        EntryAnswer: MessageTypeDefinition<_pacioli_ledger_v1_EntryAnswer, _pacioli_ledger_v1_EntryAnswer__Output>
        GetClosingActionRequest: MessageTypeDefinition<_pacioli_ledger_v1_GetClosingActionRequest, _pacioli_ledger_v1_GetClosingActionRequest__Output>
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
        ListClosingActionsRequest: MessageTypeDefinition<_pacioli_ledger_v1_ListClosingActionsRequest, _pacioli_ledger_v1_ListClosingActionsRequest__Output>
        ListClosingActionsResponse: MessageTypeDefinition<_pacioli_ledger_v1_ListClosingActionsResponse, _pacioli_ledger_v1_ListClosingActionsResponse__Output>
        ListEntriesRequest: MessageTypeDefinition<_pacioli_ledger_v1_ListEntriesRequest, _pacioli_ledger_v1_ListEntriesRequest__Output>
        ListEntriesResponse: MessageTypeDefinition<_pacioli_ledger_v1_ListEntriesResponse, _pacioli_ledger_v1_ListEntriesResponse__Output>
        PostJournalEntriesRequest: MessageTypeDefinition<_pacioli_ledger_v1_PostJournalEntriesRequest, _pacioli_ledger_v1_PostJournalEntriesRequest__Output>
        PostJournalEntriesResponse: MessageTypeDefinition<_pacioli_ledger_v1_PostJournalEntriesResponse, _pacioli_ledger_v1_PostJournalEntriesResponse__Output>
        PreviewRetainedEarningsResponse: MessageTypeDefinition<_pacioli_ledger_v1_PreviewRetainedEarningsResponse, _pacioli_ledger_v1_PreviewRetainedEarningsResponse__Output>
        ReverseClosingActionRequest: MessageTypeDefinition<_pacioli_ledger_v1_ReverseClosingActionRequest, _pacioli_ledger_v1_ReverseClosingActionRequest__Output>
        ReverseEntryRequest: MessageTypeDefinition<_pacioli_ledger_v1_ReverseEntryRequest, _pacioli_ledger_v1_ReverseEntryRequest__Output>
        TaggingStrategy: MessageTypeDefinition<_pacioli_ledger_v1_TaggingStrategy, _pacioli_ledger_v1_TaggingStrategy__Output>
      }
    }
  }
}

