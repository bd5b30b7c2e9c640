// Original file: pacioli/ledger/v1/journal.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { EntryAnswer as _pacioli_ledger_v1_EntryAnswer, EntryAnswer__Output as _pacioli_ledger_v1_EntryAnswer__Output } from '../../../pacioli/ledger/v1/EntryAnswer.ts';
import type { GetEntryRequest as _pacioli_ledger_v1_GetEntryRequest, GetEntryRequest__Output as _pacioli_ledger_v1_GetEntryRequest__Output } from '../../../pacioli/ledger/v1/GetEntryRequest.ts';
import type { JournalEntryInput as _pacioli_ledger_v1_JournalEntryInput, JournalEntryInput__Output as _pacioli_ledger_v1_JournalEntryInput__Output } from '../../../pacioli/ledger/v1/JournalEntryInput.ts';
import type { ListAccountLinesRequest as _pacioli_ledger_v1_ListAccountLinesRequest, ListAccountLinesRequest__Output as _pacioli_ledger_v1_ListAccountLinesRequest__Output } from '../../../pacioli/ledger/v1/ListAccountLinesRequest.ts';
import type { ListAccountLinesResponse as _pacioli_ledger_v1_ListAccountLinesResponse, ListAccountLinesResponse__Output as _pacioli_ledger_v1_ListAccountLinesResponse__Output } from '../../../pacioli/ledger/v1/ListAccountLinesResponse.ts';
import type { ListEntriesRequest as _pacioli_ledger_v1_ListEntriesRequest, ListEntriesRequest__Output as _pacioli_ledger_v1_ListEntriesRequest__Output } from '../../../pacioli/ledger/v1/ListEntriesRequest.ts';
import type { ListEntriesResponse as _pacioli_ledger_v1_ListEntriesResponse, ListEntriesResponse__Output as _pacioli_ledger_v1_ListEntriesResponse__Output } from '../../../pacioli/ledger/v1/ListEntriesResponse.ts';
import type { PostJournalEntriesRequest as _pacioli_ledger_v1_PostJournalEntriesRequest, PostJournalEntriesRequest__Output as _pacioli_ledger_v1_PostJournalEntriesRequest__Output } from '../../../pacioli/ledger/v1/PostJournalEntriesRequest.ts';
import type { PostJournalEntriesResponse as _pacioli_ledger_v1_PostJournalEntriesResponse, PostJournalEntriesResponse__Output as _pacioli_ledger_v1_PostJournalEntriesResponse__Output } from '../../../pacioli/ledger/v1/PostJournalEntriesResponse.ts';
import type { ReverseEntryRequest as _pacioli_ledger_v1_ReverseEntryRequest, ReverseEntryRequest__Output as _pacioli_ledger_v1_ReverseEntryRequest__Output } from '../../../pacioli/ledger/v1/ReverseEntryRequest.ts';

/**
 * The journal: entries are posted, read and reversed, never edited.
 */
export interface JournalServiceClient extends grpc.Client {
  GetEntry(argument: _pacioli_ledger_v1_GetEntryRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_EntryAnswer__Output>): grpc.ClientUnaryCall;
  GetEntry(argument: _pacioli_ledger_v1_GetEntryRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_ledger_v1_EntryAnswer__Output>): grpc.ClientUnaryCall;
  GetEntry(argument: _pacioli_ledger_v1_GetEntryRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_EntryAnswer__Output>): grpc.ClientUnaryCall;
  GetEntry(argument: _pacioli_ledger_v1_GetEntryRequest, callback: grpc.requestCallback<_pacioli_ledger_v1_EntryAnswer__Output>): grpc.ClientUnaryCall;
  getEntry(argument: _pacioli_ledger_v1_GetEntryRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_EntryAnswer__Output>): grpc.ClientUnaryCall;
  getEntry(argument: _pacioli_ledger_v1_GetEntryRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_ledger_v1_EntryAnswer__Output>): grpc.ClientUnaryCall;
  getEntry(argument: _pacioli_ledger_v1_GetEntryRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_EntryAnswer__Output>): grpc.ClientUnaryCall;
  getEntry(argument: _pacioli_ledger_v1_GetEntryRequest, callback: grpc.requestCallback<_pacioli_ledger_v1_EntryAnswer__Output>): grpc.ClientUnaryCall;
  
  ListAccountLines(argument: _pacioli_ledger_v1_ListAccountLinesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_ListAccountLinesResponse__Output>): grpc.ClientUnaryCall;
  ListAccountLines(argument: _pacioli_ledger_v1_ListAccountLinesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_ledger_v1_ListAccountLinesResponse__Output>): grpc.ClientUnaryCall;
  ListAccountLines(argument: _pacioli_ledger_v1_ListAccountLinesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_ListAccountLinesResponse__Output>): grpc.ClientUnaryCall;
  ListAccountLines(argument: _pacioli_ledger_v1_ListAccountLinesRequest, callback: grpc.requestCallback<_pacioli_ledger_v1_ListAccountLinesResponse__Output>): grpc.ClientUnaryCall;
  listAccountLines(argument: _pacioli_ledger_v1_ListAccountLinesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_ListAccountLinesResponse__Output>): grpc.ClientUnaryCall;
  listAccountLines(argument: _pacioli_ledger_v1_ListAccountLinesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_ledger_v1_ListAccountLinesResponse__Output>): grpc.ClientUnaryCall;
  listAccountLines(argument: _pacioli_ledger_v1_ListAccountLinesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_ListAccountLinesResponse__Output>): grpc.ClientUnaryCall;
  listAccountLines(argument: _pacioli_ledger_v1_ListAccountLinesRequest, callback: grpc.requestCallback<_pacioli_ledger_v1_ListAccountLinesResponse__Output>): grpc.ClientUnaryCall;
  
  ListEntries(argument: _pacioli_ledger_v1_ListEntriesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_ListEntriesResponse__Output>): grpc.ClientUnaryCall;
  ListEntries(argument: _pacioli_ledger_v1_ListEntriesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_ledger_v1_ListEntriesResponse__Output>): grpc.ClientUnaryCall;
  ListEntries(argument: _pacioli_ledger_v1_ListEntriesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_ListEntriesResponse__Output>): grpc.ClientUnaryCall;
  ListEntries(argument: _pacioli_ledger_v1_ListEntriesRequest, callback: grpc.requestCallback<_pacioli_ledger_v1_ListEntriesResponse__Output>): grpc.ClientUnaryCall;
  listEntries(argument: _pacioli_ledger_v1_ListEntriesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_ListEntriesResponse__Output>): grpc.ClientUnaryCall;
  listEntries(argument: _pacioli_ledger_v1_ListEntriesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_ledger_v1_ListEntriesResponse__Output>): grpc.ClientUnaryCall;
  listEntries(argument: _pacioli_ledger_v1_ListEntriesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_ListEntriesResponse__Output>): grpc.ClientUnaryCall;
  listEntries(argument: _pacioli_ledger_v1_ListEntriesRequest, callback: grpc.requestCallback<_pacioli_ledger_v1_ListEntriesResponse__Output>): grpc.ClientUnaryCall;
  
  PostJournalEntries(argument: _pacioli_ledger_v1_PostJournalEntriesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_PostJournalEntriesResponse__Output>): grpc.ClientUnaryCall;
  PostJournalEntries(argument: _pacioli_ledger_v1_PostJournalEntriesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_ledger_v1_PostJournalEntriesResponse__Output>): grpc.ClientUnaryCall;
  PostJournalEntries(argument: _pacioli_ledger_v1_PostJournalEntriesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_PostJournalEntriesResponse__Output>): grpc.ClientUnaryCall;
  PostJournalEntries(argument: _pacioli_ledger_v1_PostJournalEntriesRequest, callback: grpc.requestCallback<_pacioli_ledger_v1_PostJournalEntriesResponse__Output>): grpc.ClientUnaryCall;
  postJournalEntries(argument: _pacioli_ledger_v1_PostJournalEntriesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_PostJournalEntriesResponse__Output>): grpc.ClientUnaryCall;
  postJournalEntries(argument: _pacioli_ledger_v1_PostJournalEntriesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_ledger_v1_PostJournalEntriesResponse__Output>): grpc.ClientUnaryCall;
  postJournalEntries(argument: _pacioli_ledger_v1_PostJournalEntriesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_PostJournalEntriesResponse__Output>): grpc.ClientUnaryCall;
  postJournalEntries(argument: _pacioli_ledger_v1_PostJournalEntriesRequest, callback: grpc.requestCallback<_pacioli_ledger_v1_PostJournalEntriesResponse__Output>): grpc.ClientUnaryCall;
  
  PostJournalEntry(argument: _pacioli_ledger_v1_JournalEntryInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_EntryAnswer__Output>): grpc.ClientUnaryCall;
  PostJournalEntry(argument: _pacioli_ledger_v1_JournalEntryInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_ledger_v1_EntryAnswer__Output>): grpc.ClientUnaryCall;
  PostJournalEntry(argument: _pacioli_ledger_v1_JournalEntryInput, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_EntryAnswer__Output>): grpc.ClientUnaryCall;
  PostJournalEntry(argument: _pacioli_ledger_v1_JournalEntryInput, callback: grpc.requestCallback<_pacioli_ledger_v1_EntryAnswer__Output>): grpc.ClientUnaryCall;
  postJournalEntry(argument: _pacioli_ledger_v1_JournalEntryInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_EntryAnswer__Output>): grpc.ClientUnaryCall;
  postJournalEntry(argument: _pacioli_ledger_v1_JournalEntryInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_ledger_v1_EntryAnswer__Output>): grpc.ClientUnaryCall;
  postJournalEntry(argument: _pacioli_ledger_v1_JournalEntryInput, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_EntryAnswer__Output>): grpc.ClientUnaryCall;
  postJournalEntry(argument: _pacioli_ledger_v1_JournalEntryInput, callback: grpc.requestCallback<_pacioli_ledger_v1_EntryAnswer__Output>): grpc.ClientUnaryCall;
  
  ReverseEntry(argument: _pacioli_ledger_v1_ReverseEntryRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_EntryAnswer__Output>): grpc.ClientUnaryCall;
  ReverseEntry(argument: _pacioli_ledger_v1_ReverseEntryRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_ledger_v1_EntryAnswer__Output>): grpc.ClientUnaryCall;
  ReverseEntry(argument: _pacioli_ledger_v1_ReverseEntryRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_EntryAnswer__Output>): grpc.ClientUnaryCall;
  ReverseEntry(argument: _pacioli_ledger_v1_ReverseEntryRequest, callback: grpc.requestCallback<_pacioli_ledger_v1_EntryAnswer__Output>): grpc.ClientUnaryCall;
  reverseEntry(argument: _pacioli_ledger_v1_ReverseEntryRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_EntryAnswer__Output>): grpc.ClientUnaryCall;
  reverseEntry(argument: _pacioli_ledger_v1_ReverseEntryRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_ledger_v1_EntryAnswer__Output>): grpc.ClientUnaryCall;
  reverseEntry(argument: _pacioli_ledger_v1_ReverseEntryRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_ledger_v1_EntryAnswer__Output>): grpc.ClientUnaryCall;
  reverseEntry(argument: _pacioli_ledger_v1_ReverseEntryRequest, callback: grpc.requestCallback<_pacioli_ledger_v1_EntryAnswer__Output>): grpc.ClientUnaryCall;
  
}

/**
 * The journal: entries are posted, read and reversed, never edited.
 */
export interface JournalServiceHandlers extends grpc.UntypedServiceImplementation {
  GetEntry: grpc.handleUnaryCall<_pacioli_ledger_v1_GetEntryRequest__Output, _pacioli_ledger_v1_EntryAnswer>;
  
  ListAccountLines: grpc.handleUnaryCall<_pacioli_ledger_v1_ListAccountLinesRequest__Output, _pacioli_ledger_v1_ListAccountLinesResponse>;
  
  ListEntries: grpc.handleUnaryCall<_pacioli_ledger_v1_ListEntriesRequest__Output, _pacioli_ledger_v1_ListEntriesResponse>;
  
  PostJournalEntries: grpc.handleUnaryCall<_pacioli_ledger_v1_PostJournalEntriesRequest__Output, _pacioli_ledger_v1_PostJournalEntriesResponse>;
  
  PostJournalEntry: grpc.handleUnaryCall<_pacioli_ledger_v1_JournalEntryInput__Output, _pacioli_ledger_v1_EntryAnswer>;
  
  ReverseEntry: grpc.handleUnaryCall<_pacioli_ledger_v1_ReverseEntryRequest__Output, _pacioli_ledger_v1_EntryAnswer>;
  
}

export interface JournalServiceDefinition extends grpc.ServiceDefinition {
  GetEntry: MethodDefinition<_pacioli_ledger_v1_GetEntryRequest, _pacioli_ledger_v1_EntryAnswer, _pacioli_ledger_v1_GetEntryRequest__Output, _pacioli_ledger_v1_EntryAnswer__Output>
  ListAccountLines: MethodDefinition<_pacioli_ledger_v1_ListAccountLinesRequest, _pacioli_ledger_v1_ListAccountLinesResponse, _pacioli_ledger_v1_ListAccountLinesRequest__Output, _pacioli_ledger_v1_ListAccountLinesResponse__Output>
  ListEntries: MethodDefinition<_pacioli_ledger_v1_ListEntriesRequest, _pacioli_ledger_v1_ListEntriesResponse, _pacioli_ledger_v1_ListEntriesRequest__Output, _pacioli_ledger_v1_ListEntriesResponse__Output>
  PostJournalEntries: MethodDefinition<_pacioli_ledger_v1_PostJournalEntriesRequest, _pacioli_ledger_v1_PostJournalEntriesResponse, _pacioli_ledger_v1_PostJournalEntriesRequest__Output, _pacioli_ledger_v1_PostJournalEntriesResponse__Output>
  PostJournalEntry: MethodDefinition<_pacioli_ledger_v1_JournalEntryInput, _pacioli_ledger_v1_EntryAnswer, _pacioli_ledger_v1_JournalEntryInput__Output, _pacioli_ledger_v1_EntryAnswer__Output>
  ReverseEntry: MethodDefinition<_pacioli_ledger_v1_ReverseEntryRequest, _pacioli_ledger_v1_EntryAnswer, _pacioli_ledger_v1_ReverseEntryRequest__Output, _pacioli_ledger_v1_EntryAnswer__Output>
}
