// Original file: pacioli/banking/v1/bank_transactions.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { ApplyTagsRequest as _pacioli_common_v1_ApplyTagsRequest, ApplyTagsRequest__Output as _pacioli_common_v1_ApplyTagsRequest__Output } from '../../../pacioli/common/v1/ApplyTagsRequest.ts';
import type { BankTransactionAnswer as _pacioli_banking_v1_BankTransactionAnswer, BankTransactionAnswer__Output as _pacioli_banking_v1_BankTransactionAnswer__Output } from '../../../pacioli/banking/v1/BankTransactionAnswer.ts';
import type { BulkCategorizeRequest as _pacioli_banking_v1_BulkCategorizeRequest, BulkCategorizeRequest__Output as _pacioli_banking_v1_BulkCategorizeRequest__Output } from '../../../pacioli/banking/v1/BulkCategorizeRequest.ts';
import type { BulkCategorizeResponse as _pacioli_banking_v1_BulkCategorizeResponse, BulkCategorizeResponse__Output as _pacioli_banking_v1_BulkCategorizeResponse__Output } from '../../../pacioli/banking/v1/BulkCategorizeResponse.ts';
import type { CategorizeTransactionRequest as _pacioli_banking_v1_CategorizeTransactionRequest, CategorizeTransactionRequest__Output as _pacioli_banking_v1_CategorizeTransactionRequest__Output } from '../../../pacioli/banking/v1/CategorizeTransactionRequest.ts';
import type { GetBankTransactionRequest as _pacioli_banking_v1_GetBankTransactionRequest, GetBankTransactionRequest__Output as _pacioli_banking_v1_GetBankTransactionRequest__Output } from '../../../pacioli/banking/v1/GetBankTransactionRequest.ts';
import type { GetTransactionsOfEntriesRequest as _pacioli_banking_v1_GetTransactionsOfEntriesRequest, GetTransactionsOfEntriesRequest__Output as _pacioli_banking_v1_GetTransactionsOfEntriesRequest__Output } from '../../../pacioli/banking/v1/GetTransactionsOfEntriesRequest.ts';
import type { GetTransactionsOfEntriesResponse as _pacioli_banking_v1_GetTransactionsOfEntriesResponse, GetTransactionsOfEntriesResponse__Output as _pacioli_banking_v1_GetTransactionsOfEntriesResponse__Output } from '../../../pacioli/banking/v1/GetTransactionsOfEntriesResponse.ts';
import type { ListBankTransactionsRequest as _pacioli_banking_v1_ListBankTransactionsRequest, ListBankTransactionsRequest__Output as _pacioli_banking_v1_ListBankTransactionsRequest__Output } from '../../../pacioli/banking/v1/ListBankTransactionsRequest.ts';
import type { ListBankTransactionsResponse as _pacioli_banking_v1_ListBankTransactionsResponse, ListBankTransactionsResponse__Output as _pacioli_banking_v1_ListBankTransactionsResponse__Output } from '../../../pacioli/banking/v1/ListBankTransactionsResponse.ts';
import type { ListCategoriesRequest as _pacioli_banking_v1_ListCategoriesRequest, ListCategoriesRequest__Output as _pacioli_banking_v1_ListCategoriesRequest__Output } from '../../../pacioli/banking/v1/ListCategoriesRequest.ts';
import type { ListCategoriesResponse as _pacioli_banking_v1_ListCategoriesResponse, ListCategoriesResponse__Output as _pacioli_banking_v1_ListCategoriesResponse__Output } from '../../../pacioli/banking/v1/ListCategoriesResponse.ts';
import type { ListCounterpartiesRequest as _pacioli_banking_v1_ListCounterpartiesRequest, ListCounterpartiesRequest__Output as _pacioli_banking_v1_ListCounterpartiesRequest__Output } from '../../../pacioli/banking/v1/ListCounterpartiesRequest.ts';
import type { ListCounterpartiesResponse as _pacioli_banking_v1_ListCounterpartiesResponse, ListCounterpartiesResponse__Output as _pacioli_banking_v1_ListCounterpartiesResponse__Output } from '../../../pacioli/banking/v1/ListCounterpartiesResponse.ts';
import type { MatchTransactionRequest as _pacioli_banking_v1_MatchTransactionRequest, MatchTransactionRequest__Output as _pacioli_banking_v1_MatchTransactionRequest__Output } from '../../../pacioli/banking/v1/MatchTransactionRequest.ts';
import type { RemoveTagsRequest as _pacioli_common_v1_RemoveTagsRequest, RemoveTagsRequest__Output as _pacioli_common_v1_RemoveTagsRequest__Output } from '../../../pacioli/common/v1/RemoveTagsRequest.ts';
import type { TaggedEntitiesResponse as _pacioli_common_v1_TaggedEntitiesResponse, TaggedEntitiesResponse__Output as _pacioli_common_v1_TaggedEntitiesResponse__Output } from '../../../pacioli/common/v1/TaggedEntitiesResponse.ts';
import type { UpdateTransactionMetadataRequest as _pacioli_banking_v1_UpdateTransactionMetadataRequest, UpdateTransactionMetadataRequest__Output as _pacioli_banking_v1_UpdateTransactionMetadataRequest__Output } from '../../../pacioli/banking/v1/UpdateTransactionMetadataRequest.ts';

/**
 * What banks report, and how it gets into the books.
 */
export interface BankTransactionsServiceClient extends grpc.Client {
  ApplyTags(argument: _pacioli_common_v1_ApplyTagsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_common_v1_TaggedEntitiesResponse__Output>): grpc.ClientUnaryCall;
  ApplyTags(argument: _pacioli_common_v1_ApplyTagsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_common_v1_TaggedEntitiesResponse__Output>): grpc.ClientUnaryCall;
  ApplyTags(argument: _pacioli_common_v1_ApplyTagsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_common_v1_TaggedEntitiesResponse__Output>): grpc.ClientUnaryCall;
  ApplyTags(argument: _pacioli_common_v1_ApplyTagsRequest, callback: grpc.requestCallback<_pacioli_common_v1_TaggedEntitiesResponse__Output>): grpc.ClientUnaryCall;
  applyTags(argument: _pacioli_common_v1_ApplyTagsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_common_v1_TaggedEntitiesResponse__Output>): grpc.ClientUnaryCall;
  applyTags(argument: _pacioli_common_v1_ApplyTagsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_common_v1_TaggedEntitiesResponse__Output>): grpc.ClientUnaryCall;
  applyTags(argument: _pacioli_common_v1_ApplyTagsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_common_v1_TaggedEntitiesResponse__Output>): grpc.ClientUnaryCall;
  applyTags(argument: _pacioli_common_v1_ApplyTagsRequest, callback: grpc.requestCallback<_pacioli_common_v1_TaggedEntitiesResponse__Output>): grpc.ClientUnaryCall;
  
  BulkCategorize(argument: _pacioli_banking_v1_BulkCategorizeRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_banking_v1_BulkCategorizeResponse__Output>): grpc.ClientUnaryCall;
  BulkCategorize(argument: _pacioli_banking_v1_BulkCategorizeRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_banking_v1_BulkCategorizeResponse__Output>): grpc.ClientUnaryCall;
  BulkCategorize(argument: _pacioli_banking_v1_BulkCategorizeRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_banking_v1_BulkCategorizeResponse__Output>): grpc.ClientUnaryCall;
  BulkCategorize(argument: _pacioli_banking_v1_BulkCategorizeRequest, callback: grpc.requestCallback<_pacioli_banking_v1_BulkCategorizeResponse__Output>): grpc.ClientUnaryCall;
  bulkCategorize(argument: _pacioli_banking_v1_BulkCategorizeRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_banking_v1_BulkCategorizeResponse__Output>): grpc.ClientUnaryCall;
  bulkCategorize(argument: _pacioli_banking_v1_BulkCategorizeRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_banking_v1_BulkCategorizeResponse__Output>): grpc.ClientUnaryCall;
  bulkCategorize(argument: _pacioli_banking_v1_BulkCategorizeRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_banking_v1_BulkCategorizeResponse__Output>): grpc.ClientUnaryCall;
  bulkCategorize(argument: _pacioli_banking_v1_BulkCategorizeRequest, callback: grpc.requestCallback<_pacioli_banking_v1_BulkCategorizeResponse__Output>): grpc.ClientUnaryCall;
  
  CategorizeTransaction(argument: _pacioli_banking_v1_CategorizeTransactionRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_banking_v1_BankTransactionAnswer__Output>): grpc.ClientUnaryCall;
  CategorizeTransaction(argument: _pacioli_banking_v1_CategorizeTransactionRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_banking_v1_BankTransactionAnswer__Output>): grpc.ClientUnaryCall;
  CategorizeTransaction(argument: _pacioli_banking_v1_CategorizeTransactionRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_banking_v1_BankTransactionAnswer__Output>): grpc.ClientUnaryCall;
  CategorizeTransaction(argument: _pacioli_banking_v1_CategorizeTransactionRequest, callback: grpc.requestCallback<_pacioli_banking_v1_BankTransactionAnswer__Output>): grpc.ClientUnaryCall;
  categorizeTransaction(argument: _pacioli_banking_v1_CategorizeTransactionRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_banking_v1_BankTransactionAnswer__Output>): grpc.ClientUnaryCall;
  categorizeTransaction(argument: _pacioli_banking_v1_CategorizeTransactionRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_banking_v1_BankTransactionAnswer__Output>): grpc.ClientUnaryCall;
  categorizeTransaction(argument: _pacioli_banking_v1_CategorizeTransactionRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_banking_v1_BankTransactionAnswer__Output>): grpc.ClientUnaryCall;
  categorizeTransaction(argument: _pacioli_banking_v1_CategorizeTransactionRequest, callback: grpc.requestCallback<_pacioli_banking_v1_BankTransactionAnswer__Output>): grpc.ClientUnaryCall;
  
  GetBankTransaction(argument: _pacioli_banking_v1_GetBankTransactionRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_banking_v1_BankTransactionAnswer__Output>): grpc.ClientUnaryCall;
  GetBankTransaction(argument: _pacioli_banking_v1_GetBankTransactionRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_banking_v1_BankTransactionAnswer__Output>): grpc.ClientUnaryCall;
  GetBankTransaction(argument: _pacioli_banking_v1_GetBankTransactionRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_banking_v1_BankTransactionAnswer__Output>): grpc.ClientUnaryCall;
  GetBankTransaction(argument: _pacioli_banking_v1_GetBankTransactionRequest, callback: grpc.requestCallback<_pacioli_banking_v1_BankTransactionAnswer__Output>): grpc.ClientUnaryCall;
  getBankTransaction(argument: _pacioli_banking_v1_GetBankTransactionRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_banking_v1_BankTransactionAnswer__Output>): grpc.ClientUnaryCall;
  getBankTransaction(argument: _pacioli_banking_v1_GetBankTransactionRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_banking_v1_BankTransactionAnswer__Output>): grpc.ClientUnaryCall;
  getBankTransaction(argument: _pacioli_banking_v1_GetBankTransactionRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_banking_v1_BankTransactionAnswer__Output>): grpc.ClientUnaryCall;
  getBankTransaction(argument: _pacioli_banking_v1_GetBankTransactionRequest, callback: grpc.requestCallback<_pacioli_banking_v1_BankTransactionAnswer__Output>): grpc.ClientUnaryCall;
  
  /**
   * The transactions that entries of the ledger stem from, in one call for a page of lines.
   */
  GetTransactionsOfEntries(argument: _pacioli_banking_v1_GetTransactionsOfEntriesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_banking_v1_GetTransactionsOfEntriesResponse__Output>): grpc.ClientUnaryCall;
  GetTransactionsOfEntries(argument: _pacioli_banking_v1_GetTransactionsOfEntriesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_banking_v1_GetTransactionsOfEntriesResponse__Output>): grpc.ClientUnaryCall;
  GetTransactionsOfEntries(argument: _pacioli_banking_v1_GetTransactionsOfEntriesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_banking_v1_GetTransactionsOfEntriesResponse__Output>): grpc.ClientUnaryCall;
  GetTransactionsOfEntries(argument: _pacioli_banking_v1_GetTransactionsOfEntriesRequest, callback: grpc.requestCallback<_pacioli_banking_v1_GetTransactionsOfEntriesResponse__Output>): grpc.ClientUnaryCall;
  /**
   * The transactions that entries of the ledger stem from, in one call for a page of lines.
   */
  getTransactionsOfEntries(argument: _pacioli_banking_v1_GetTransactionsOfEntriesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_banking_v1_GetTransactionsOfEntriesResponse__Output>): grpc.ClientUnaryCall;
  getTransactionsOfEntries(argument: _pacioli_banking_v1_GetTransactionsOfEntriesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_banking_v1_GetTransactionsOfEntriesResponse__Output>): grpc.ClientUnaryCall;
  getTransactionsOfEntries(argument: _pacioli_banking_v1_GetTransactionsOfEntriesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_banking_v1_GetTransactionsOfEntriesResponse__Output>): grpc.ClientUnaryCall;
  getTransactionsOfEntries(argument: _pacioli_banking_v1_GetTransactionsOfEntriesRequest, callback: grpc.requestCallback<_pacioli_banking_v1_GetTransactionsOfEntriesResponse__Output>): grpc.ClientUnaryCall;
  
  ListBankTransactions(argument: _pacioli_banking_v1_ListBankTransactionsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_banking_v1_ListBankTransactionsResponse__Output>): grpc.ClientUnaryCall;
  ListBankTransactions(argument: _pacioli_banking_v1_ListBankTransactionsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_banking_v1_ListBankTransactionsResponse__Output>): grpc.ClientUnaryCall;
  ListBankTransactions(argument: _pacioli_banking_v1_ListBankTransactionsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_banking_v1_ListBankTransactionsResponse__Output>): grpc.ClientUnaryCall;
  ListBankTransactions(argument: _pacioli_banking_v1_ListBankTransactionsRequest, callback: grpc.requestCallback<_pacioli_banking_v1_ListBankTransactionsResponse__Output>): grpc.ClientUnaryCall;
  listBankTransactions(argument: _pacioli_banking_v1_ListBankTransactionsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_banking_v1_ListBankTransactionsResponse__Output>): grpc.ClientUnaryCall;
  listBankTransactions(argument: _pacioli_banking_v1_ListBankTransactionsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_banking_v1_ListBankTransactionsResponse__Output>): grpc.ClientUnaryCall;
  listBankTransactions(argument: _pacioli_banking_v1_ListBankTransactionsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_banking_v1_ListBankTransactionsResponse__Output>): grpc.ClientUnaryCall;
  listBankTransactions(argument: _pacioli_banking_v1_ListBankTransactionsRequest, callback: grpc.requestCallback<_pacioli_banking_v1_ListBankTransactionsResponse__Output>): grpc.ClientUnaryCall;
  
  ListCategories(argument: _pacioli_banking_v1_ListCategoriesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_banking_v1_ListCategoriesResponse__Output>): grpc.ClientUnaryCall;
  ListCategories(argument: _pacioli_banking_v1_ListCategoriesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_banking_v1_ListCategoriesResponse__Output>): grpc.ClientUnaryCall;
  ListCategories(argument: _pacioli_banking_v1_ListCategoriesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_banking_v1_ListCategoriesResponse__Output>): grpc.ClientUnaryCall;
  ListCategories(argument: _pacioli_banking_v1_ListCategoriesRequest, callback: grpc.requestCallback<_pacioli_banking_v1_ListCategoriesResponse__Output>): grpc.ClientUnaryCall;
  listCategories(argument: _pacioli_banking_v1_ListCategoriesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_banking_v1_ListCategoriesResponse__Output>): grpc.ClientUnaryCall;
  listCategories(argument: _pacioli_banking_v1_ListCategoriesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_banking_v1_ListCategoriesResponse__Output>): grpc.ClientUnaryCall;
  listCategories(argument: _pacioli_banking_v1_ListCategoriesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_banking_v1_ListCategoriesResponse__Output>): grpc.ClientUnaryCall;
  listCategories(argument: _pacioli_banking_v1_ListCategoriesRequest, callback: grpc.requestCallback<_pacioli_banking_v1_ListCategoriesResponse__Output>): grpc.ClientUnaryCall;
  
  ListCounterparties(argument: _pacioli_banking_v1_ListCounterpartiesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_banking_v1_ListCounterpartiesResponse__Output>): grpc.ClientUnaryCall;
  ListCounterparties(argument: _pacioli_banking_v1_ListCounterpartiesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_banking_v1_ListCounterpartiesResponse__Output>): grpc.ClientUnaryCall;
  ListCounterparties(argument: _pacioli_banking_v1_ListCounterpartiesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_banking_v1_ListCounterpartiesResponse__Output>): grpc.ClientUnaryCall;
  ListCounterparties(argument: _pacioli_banking_v1_ListCounterpartiesRequest, callback: grpc.requestCallback<_pacioli_banking_v1_ListCounterpartiesResponse__Output>): grpc.ClientUnaryCall;
  listCounterparties(argument: _pacioli_banking_v1_ListCounterpartiesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_banking_v1_ListCounterpartiesResponse__Output>): grpc.ClientUnaryCall;
  listCounterparties(argument: _pacioli_banking_v1_ListCounterpartiesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_banking_v1_ListCounterpartiesResponse__Output>): grpc.ClientUnaryCall;
  listCounterparties(argument: _pacioli_banking_v1_ListCounterpartiesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_banking_v1_ListCounterpartiesResponse__Output>): grpc.ClientUnaryCall;
  listCounterparties(argument: _pacioli_banking_v1_ListCounterpartiesRequest, callback: grpc.requestCallback<_pacioli_banking_v1_ListCounterpartiesResponse__Output>): grpc.ClientUnaryCall;
  
  MatchTransaction(argument: _pacioli_banking_v1_MatchTransactionRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_banking_v1_BankTransactionAnswer__Output>): grpc.ClientUnaryCall;
  MatchTransaction(argument: _pacioli_banking_v1_MatchTransactionRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_banking_v1_BankTransactionAnswer__Output>): grpc.ClientUnaryCall;
  MatchTransaction(argument: _pacioli_banking_v1_MatchTransactionRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_banking_v1_BankTransactionAnswer__Output>): grpc.ClientUnaryCall;
  MatchTransaction(argument: _pacioli_banking_v1_MatchTransactionRequest, callback: grpc.requestCallback<_pacioli_banking_v1_BankTransactionAnswer__Output>): grpc.ClientUnaryCall;
  matchTransaction(argument: _pacioli_banking_v1_MatchTransactionRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_banking_v1_BankTransactionAnswer__Output>): grpc.ClientUnaryCall;
  matchTransaction(argument: _pacioli_banking_v1_MatchTransactionRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_banking_v1_BankTransactionAnswer__Output>): grpc.ClientUnaryCall;
  matchTransaction(argument: _pacioli_banking_v1_MatchTransactionRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_banking_v1_BankTransactionAnswer__Output>): grpc.ClientUnaryCall;
  matchTransaction(argument: _pacioli_banking_v1_MatchTransactionRequest, callback: grpc.requestCallback<_pacioli_banking_v1_BankTransactionAnswer__Output>): grpc.ClientUnaryCall;
  
  RemoveTags(argument: _pacioli_common_v1_RemoveTagsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_common_v1_TaggedEntitiesResponse__Output>): grpc.ClientUnaryCall;
  RemoveTags(argument: _pacioli_common_v1_RemoveTagsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_common_v1_TaggedEntitiesResponse__Output>): grpc.ClientUnaryCall;
  RemoveTags(argument: _pacioli_common_v1_RemoveTagsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_common_v1_TaggedEntitiesResponse__Output>): grpc.ClientUnaryCall;
  RemoveTags(argument: _pacioli_common_v1_RemoveTagsRequest, callback: grpc.requestCallback<_pacioli_common_v1_TaggedEntitiesResponse__Output>): grpc.ClientUnaryCall;
  removeTags(argument: _pacioli_common_v1_RemoveTagsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_common_v1_TaggedEntitiesResponse__Output>): grpc.ClientUnaryCall;
  removeTags(argument: _pacioli_common_v1_RemoveTagsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_common_v1_TaggedEntitiesResponse__Output>): grpc.ClientUnaryCall;
  removeTags(argument: _pacioli_common_v1_RemoveTagsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_common_v1_TaggedEntitiesResponse__Output>): grpc.ClientUnaryCall;
  removeTags(argument: _pacioli_common_v1_RemoveTagsRequest, callback: grpc.requestCallback<_pacioli_common_v1_TaggedEntitiesResponse__Output>): grpc.ClientUnaryCall;
  
  UncategorizeTransaction(argument: _pacioli_banking_v1_GetBankTransactionRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_banking_v1_BankTransactionAnswer__Output>): grpc.ClientUnaryCall;
  UncategorizeTransaction(argument: _pacioli_banking_v1_GetBankTransactionRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_banking_v1_BankTransactionAnswer__Output>): grpc.ClientUnaryCall;
  UncategorizeTransaction(argument: _pacioli_banking_v1_GetBankTransactionRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_banking_v1_BankTransactionAnswer__Output>): grpc.ClientUnaryCall;
  UncategorizeTransaction(argument: _pacioli_banking_v1_GetBankTransactionRequest, callback: grpc.requestCallback<_pacioli_banking_v1_BankTransactionAnswer__Output>): grpc.ClientUnaryCall;
  uncategorizeTransaction(argument: _pacioli_banking_v1_GetBankTransactionRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_banking_v1_BankTransactionAnswer__Output>): grpc.ClientUnaryCall;
  uncategorizeTransaction(argument: _pacioli_banking_v1_GetBankTransactionRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_banking_v1_BankTransactionAnswer__Output>): grpc.ClientUnaryCall;
  uncategorizeTransaction(argument: _pacioli_banking_v1_GetBankTransactionRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_banking_v1_BankTransactionAnswer__Output>): grpc.ClientUnaryCall;
  uncategorizeTransaction(argument: _pacioli_banking_v1_GetBankTransactionRequest, callback: grpc.requestCallback<_pacioli_banking_v1_BankTransactionAnswer__Output>): grpc.ClientUnaryCall;
  
  UpdateTransactionMetadata(argument: _pacioli_banking_v1_UpdateTransactionMetadataRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_banking_v1_BankTransactionAnswer__Output>): grpc.ClientUnaryCall;
  UpdateTransactionMetadata(argument: _pacioli_banking_v1_UpdateTransactionMetadataRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_banking_v1_BankTransactionAnswer__Output>): grpc.ClientUnaryCall;
  UpdateTransactionMetadata(argument: _pacioli_banking_v1_UpdateTransactionMetadataRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_banking_v1_BankTransactionAnswer__Output>): grpc.ClientUnaryCall;
  UpdateTransactionMetadata(argument: _pacioli_banking_v1_UpdateTransactionMetadataRequest, callback: grpc.requestCallback<_pacioli_banking_v1_BankTransactionAnswer__Output>): grpc.ClientUnaryCall;
  updateTransactionMetadata(argument: _pacioli_banking_v1_UpdateTransactionMetadataRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_banking_v1_BankTransactionAnswer__Output>): grpc.ClientUnaryCall;
  updateTransactionMetadata(argument: _pacioli_banking_v1_UpdateTransactionMetadataRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_banking_v1_BankTransactionAnswer__Output>): grpc.ClientUnaryCall;
  updateTransactionMetadata(argument: _pacioli_banking_v1_UpdateTransactionMetadataRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_banking_v1_BankTransactionAnswer__Output>): grpc.ClientUnaryCall;
  updateTransactionMetadata(argument: _pacioli_banking_v1_UpdateTransactionMetadataRequest, callback: grpc.requestCallback<_pacioli_banking_v1_BankTransactionAnswer__Output>): grpc.ClientUnaryCall;
  
}

/**
 * What banks report, and how it gets into the books.
 */
export interface BankTransactionsServiceHandlers extends grpc.UntypedServiceImplementation {
  ApplyTags: grpc.handleUnaryCall<_pacioli_common_v1_ApplyTagsRequest__Output, _pacioli_common_v1_TaggedEntitiesResponse>;
  
  BulkCategorize: grpc.handleUnaryCall<_pacioli_banking_v1_BulkCategorizeRequest__Output, _pacioli_banking_v1_BulkCategorizeResponse>;
  
  CategorizeTransaction: grpc.handleUnaryCall<_pacioli_banking_v1_CategorizeTransactionRequest__Output, _pacioli_banking_v1_BankTransactionAnswer>;
  
  GetBankTransaction: grpc.handleUnaryCall<_pacioli_banking_v1_GetBankTransactionRequest__Output, _pacioli_banking_v1_BankTransactionAnswer>;
  
  /**
   * The transactions that entries of the ledger stem from, in one call for a page of lines.
   */
  GetTransactionsOfEntries: grpc.handleUnaryCall<_pacioli_banking_v1_GetTransactionsOfEntriesRequest__Output, _pacioli_banking_v1_GetTransactionsOfEntriesResponse>;
  
  ListBankTransactions: grpc.handleUnaryCall<_pacioli_banking_v1_ListBankTransactionsRequest__Output, _pacioli_banking_v1_ListBankTransactionsResponse>;
  
  ListCategories: grpc.handleUnaryCall<_pacioli_banking_v1_ListCategoriesRequest__Output, _pacioli_banking_v1_ListCategoriesResponse>;
  
  ListCounterparties: grpc.handleUnaryCall<_pacioli_banking_v1_ListCounterpartiesRequest__Output, _pacioli_banking_v1_ListCounterpartiesResponse>;
  
  MatchTransaction: grpc.handleUnaryCall<_pacioli_banking_v1_MatchTransactionRequest__Output, _pacioli_banking_v1_BankTransactionAnswer>;
  
  RemoveTags: grpc.handleUnaryCall<_pacioli_common_v1_RemoveTagsRequest__Output, _pacioli_common_v1_TaggedEntitiesResponse>;
  
  UncategorizeTransaction: grpc.handleUnaryCall<_pacioli_banking_v1_GetBankTransactionRequest__Output, _pacioli_banking_v1_BankTransactionAnswer>;
  
  UpdateTransactionMetadata: grpc.handleUnaryCall<_pacioli_banking_v1_UpdateTransactionMetadataRequest__Output, _pacioli_banking_v1_BankTransactionAnswer>;
  
}

export interface BankTransactionsServiceDefinition extends grpc.ServiceDefinition {
  ApplyTags: MethodDefinition<_pacioli_common_v1_ApplyTagsRequest, _pacioli_common_v1_TaggedEntitiesResponse, _pacioli_common_v1_ApplyTagsRequest__Output, _pacioli_common_v1_TaggedEntitiesResponse__Output>
  BulkCategorize: MethodDefinition<_pacioli_banking_v1_BulkCategorizeRequest, _pacioli_banking_v1_BulkCategorizeResponse, _pacioli_banking_v1_BulkCategorizeRequest__Output, _pacioli_banking_v1_BulkCategorizeResponse__Output>
  CategorizeTransaction: MethodDefinition<_pacioli_banking_v1_CategorizeTransactionRequest, _pacioli_banking_v1_BankTransactionAnswer, _pacioli_banking_v1_CategorizeTransactionRequest__Output, _pacioli_banking_v1_BankTransactionAnswer__Output>
  GetBankTransaction: MethodDefinition<_pacioli_banking_v1_GetBankTransactionRequest, _pacioli_banking_v1_BankTransactionAnswer, _pacioli_banking_v1_GetBankTransactionRequest__Output, _pacioli_banking_v1_BankTransactionAnswer__Output>
  GetTransactionsOfEntries: MethodDefinition<_pacioli_banking_v1_GetTransactionsOfEntriesRequest, _pacioli_banking_v1_GetTransactionsOfEntriesResponse, _pacioli_banking_v1_GetTransactionsOfEntriesRequest__Output, _pacioli_banking_v1_GetTransactionsOfEntriesResponse__Output>
  ListBankTransactions: MethodDefinition<_pacioli_banking_v1_ListBankTransactionsRequest, _pacioli_banking_v1_ListBankTransactionsResponse, _pacioli_banking_v1_ListBankTransactionsRequest__Output, _pacioli_banking_v1_ListBankTransactionsResponse__Output>
  ListCategories: MethodDefinition<_pacioli_banking_v1_ListCategoriesRequest, _pacioli_banking_v1_ListCategoriesResponse, _pacioli_banking_v1_ListCategoriesRequest__Output, _pacioli_banking_v1_ListCategoriesResponse__Output>
  ListCounterparties: MethodDefinition<_pacioli_banking_v1_ListCounterpartiesRequest, _pacioli_banking_v1_ListCounterpartiesResponse, _pacioli_banking_v1_ListCounterpartiesRequest__Output, _pacioli_banking_v1_ListCounterpartiesResponse__Output>
  MatchTransaction: MethodDefinition<_pacioli_banking_v1_MatchTransactionRequest, _pacioli_banking_v1_BankTransactionAnswer, _pacioli_banking_v1_MatchTransactionRequest__Output, _pacioli_banking_v1_BankTransactionAnswer__Output>
  RemoveTags: MethodDefinition<_pacioli_common_v1_RemoveTagsRequest, _pacioli_common_v1_TaggedEntitiesResponse, _pacioli_common_v1_RemoveTagsRequest__Output, _pacioli_common_v1_TaggedEntitiesResponse__Output>
  UncategorizeTransaction: MethodDefinition<_pacioli_banking_v1_GetBankTransactionRequest, _pacioli_banking_v1_BankTransactionAnswer, _pacioli_banking_v1_GetBankTransactionRequest__Output, _pacioli_banking_v1_BankTransactionAnswer__Output>
  UpdateTransactionMetadata: MethodDefinition<_pacioli_banking_v1_UpdateTransactionMetadataRequest, _pacioli_banking_v1_BankTransactionAnswer, _pacioli_banking_v1_UpdateTransactionMetadataRequest__Output, _pacioli_banking_v1_BankTransactionAnswer__Output>
}
