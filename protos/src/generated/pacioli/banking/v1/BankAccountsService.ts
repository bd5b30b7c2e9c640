// Original file: pacioli/banking/v1/bank_accounts.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { ApplyTagsRequest as _pacioli_common_v1_ApplyTagsRequest, ApplyTagsRequest__Output as _pacioli_common_v1_ApplyTagsRequest__Output } from '../../../pacioli/common/v1/ApplyTagsRequest.ts';
import type { BankAccountAnswer as _pacioli_banking_v1_BankAccountAnswer, BankAccountAnswer__Output as _pacioli_banking_v1_BankAccountAnswer__Output } from '../../../pacioli/banking/v1/BankAccountAnswer.ts';
import type { CreateBankAccountRequest as _pacioli_banking_v1_CreateBankAccountRequest, CreateBankAccountRequest__Output as _pacioli_banking_v1_CreateBankAccountRequest__Output } from '../../../pacioli/banking/v1/CreateBankAccountRequest.ts';
import type { CreateCustomAccountRequest as _pacioli_banking_v1_CreateCustomAccountRequest, CreateCustomAccountRequest__Output as _pacioli_banking_v1_CreateCustomAccountRequest__Output } from '../../../pacioli/banking/v1/CreateCustomAccountRequest.ts';
import type { CreateOpeningBalanceRequest as _pacioli_banking_v1_CreateOpeningBalanceRequest, CreateOpeningBalanceRequest__Output as _pacioli_banking_v1_CreateOpeningBalanceRequest__Output } from '../../../pacioli/banking/v1/CreateOpeningBalanceRequest.ts';
import type { ExternalAccountAnswer as _pacioli_banking_v1_ExternalAccountAnswer, ExternalAccountAnswer__Output as _pacioli_banking_v1_ExternalAccountAnswer__Output } from '../../../pacioli/banking/v1/ExternalAccountAnswer.ts';
import type { GetBankAccountRequest as _pacioli_banking_v1_GetBankAccountRequest, GetBankAccountRequest__Output as _pacioli_banking_v1_GetBankAccountRequest__Output } from '../../../pacioli/banking/v1/GetBankAccountRequest.ts';
import type { GetExternalAccountRequest as _pacioli_banking_v1_GetExternalAccountRequest, GetExternalAccountRequest__Output as _pacioli_banking_v1_GetExternalAccountRequest__Output } from '../../../pacioli/banking/v1/GetExternalAccountRequest.ts';
import type { ListBankAccountsRequest as _pacioli_banking_v1_ListBankAccountsRequest, ListBankAccountsRequest__Output as _pacioli_banking_v1_ListBankAccountsRequest__Output } from '../../../pacioli/banking/v1/ListBankAccountsRequest.ts';
import type { ListBankAccountsResponse as _pacioli_banking_v1_ListBankAccountsResponse, ListBankAccountsResponse__Output as _pacioli_banking_v1_ListBankAccountsResponse__Output } from '../../../pacioli/banking/v1/ListBankAccountsResponse.ts';
import type { ListExternalAccountsRequest as _pacioli_banking_v1_ListExternalAccountsRequest, ListExternalAccountsRequest__Output as _pacioli_banking_v1_ListExternalAccountsRequest__Output } from '../../../pacioli/banking/v1/ListExternalAccountsRequest.ts';
import type { ListExternalAccountsResponse as _pacioli_banking_v1_ListExternalAccountsResponse, ListExternalAccountsResponse__Output as _pacioli_banking_v1_ListExternalAccountsResponse__Output } from '../../../pacioli/banking/v1/ListExternalAccountsResponse.ts';
import type { OpeningBalanceAnswer as _pacioli_banking_v1_OpeningBalanceAnswer, OpeningBalanceAnswer__Output as _pacioli_banking_v1_OpeningBalanceAnswer__Output } from '../../../pacioli/banking/v1/OpeningBalanceAnswer.ts';
import type { RemoveTagsRequest as _pacioli_common_v1_RemoveTagsRequest, RemoveTagsRequest__Output as _pacioli_common_v1_RemoveTagsRequest__Output } from '../../../pacioli/common/v1/RemoveTagsRequest.ts';
import type { TaggedEntitiesResponse as _pacioli_common_v1_TaggedEntitiesResponse, TaggedEntitiesResponse__Output as _pacioli_common_v1_TaggedEntitiesResponse__Output } from '../../../pacioli/common/v1/TaggedEntitiesResponse.ts';
import type { UpdateBankAccountRequest as _pacioli_banking_v1_UpdateBankAccountRequest, UpdateBankAccountRequest__Output as _pacioli_banking_v1_UpdateBankAccountRequest__Output } from '../../../pacioli/banking/v1/UpdateBankAccountRequest.ts';
import type { UpdateConnectionRequest as _pacioli_banking_v1_UpdateConnectionRequest, UpdateConnectionRequest__Output as _pacioli_banking_v1_UpdateConnectionRequest__Output } from '../../../pacioli/banking/v1/UpdateConnectionRequest.ts';

/**
 * Bank accounts, and the external accounts that feed them.
 */
export interface BankAccountsServiceClient extends grpc.Client {
  ApplyTags(argument: _pacioli_common_v1_ApplyTagsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_common_v1_TaggedEntitiesResponse__Output>): grpc.ClientUnaryCall;
  ApplyTags(argument: _pacioli_common_v1_ApplyTagsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_common_v1_TaggedEntitiesResponse__Output>): grpc.ClientUnaryCall;
  ApplyTags(argument: _pacioli_common_v1_ApplyTagsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_common_v1_TaggedEntitiesResponse__Output>): grpc.ClientUnaryCall;
  ApplyTags(argument: _pacioli_common_v1_ApplyTagsRequest, callback: grpc.requestCallback<_pacioli_common_v1_TaggedEntitiesResponse__Output>): grpc.ClientUnaryCall;
  applyTags(argument: _pacioli_common_v1_ApplyTagsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_common_v1_TaggedEntitiesResponse__Output>): grpc.ClientUnaryCall;
  applyTags(argument: _pacioli_common_v1_ApplyTagsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_common_v1_TaggedEntitiesResponse__Output>): grpc.ClientUnaryCall;
  applyTags(argument: _pacioli_common_v1_ApplyTagsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_common_v1_TaggedEntitiesResponse__Output>): grpc.ClientUnaryCall;
  applyTags(argument: _pacioli_common_v1_ApplyTagsRequest, callback: grpc.requestCallback<_pacioli_common_v1_TaggedEntitiesResponse__Output>): grpc.ClientUnaryCall;
  
  ArchiveBankAccount(argument: _pacioli_banking_v1_GetBankAccountRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_banking_v1_BankAccountAnswer__Output>): grpc.ClientUnaryCall;
  ArchiveBankAccount(argument: _pacioli_banking_v1_GetBankAccountRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_banking_v1_BankAccountAnswer__Output>): grpc.ClientUnaryCall;
  ArchiveBankAccount(argument: _pacioli_banking_v1_GetBankAccountRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_banking_v1_BankAccountAnswer__Output>): grpc.ClientUnaryCall;
  ArchiveBankAccount(argument: _pacioli_banking_v1_GetBankAccountRequest, callback: grpc.requestCallback<_pacioli_banking_v1_BankAccountAnswer__Output>): grpc.ClientUnaryCall;
  archiveBankAccount(argument: _pacioli_banking_v1_GetBankAccountRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_banking_v1_BankAccountAnswer__Output>): grpc.ClientUnaryCall;
  archiveBankAccount(argument: _pacioli_banking_v1_GetBankAccountRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_banking_v1_BankAccountAnswer__Output>): grpc.ClientUnaryCall;
  archiveBankAccount(argument: _pacioli_banking_v1_GetBankAccountRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_banking_v1_BankAccountAnswer__Output>): grpc.ClientUnaryCall;
  archiveBankAccount(argument: _pacioli_banking_v1_GetBankAccountRequest, callback: grpc.requestCallback<_pacioli_banking_v1_BankAccountAnswer__Output>): grpc.ClientUnaryCall;
  
  ArchiveExternalAccount(argument: _pacioli_banking_v1_GetExternalAccountRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_banking_v1_ExternalAccountAnswer__Output>): grpc.ClientUnaryCall;
  ArchiveExternalAccount(argument: _pacioli_banking_v1_GetExternalAccountRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_banking_v1_ExternalAccountAnswer__Output>): grpc.ClientUnaryCall;
  ArchiveExternalAccount(argument: _pacioli_banking_v1_GetExternalAccountRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_banking_v1_ExternalAccountAnswer__Output>): grpc.ClientUnaryCall;
  ArchiveExternalAccount(argument: _pacioli_banking_v1_GetExternalAccountRequest, callback: grpc.requestCallback<_pacioli_banking_v1_ExternalAccountAnswer__Output>): grpc.ClientUnaryCall;
  archiveExternalAccount(argument: _pacioli_banking_v1_GetExternalAccountRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_banking_v1_ExternalAccountAnswer__Output>): grpc.ClientUnaryCall;
  archiveExternalAccount(argument: _pacioli_banking_v1_GetExternalAccountRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_banking_v1_ExternalAccountAnswer__Output>): grpc.ClientUnaryCall;
  archiveExternalAccount(argument: _pacioli_banking_v1_GetExternalAccountRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_banking_v1_ExternalAccountAnswer__Output>): grpc.ClientUnaryCall;
  archiveExternalAccount(argument: _pacioli_banking_v1_GetExternalAccountRequest, callback: grpc.requestCallback<_pacioli_banking_v1_ExternalAccountAnswer__Output>): grpc.ClientUnaryCall;
  
  CreateBankAccount(argument: _pacioli_banking_v1_CreateBankAccountRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_banking_v1_BankAccountAnswer__Output>): grpc.ClientUnaryCall;
  CreateBankAccount(argument: _pacioli_banking_v1_CreateBankAccountRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_banking_v1_BankAccountAnswer__Output>): grpc.ClientUnaryCall;
  CreateBankAccount(argument: _pacioli_banking_v1_CreateBankAccountRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_banking_v1_BankAccountAnswer__Output>): grpc.ClientUnaryCall;
  CreateBankAccount(argument: _pacioli_banking_v1_CreateBankAccountRequest, callback: grpc.requestCallback<_pacioli_banking_v1_BankAccountAnswer__Output>): grpc.ClientUnaryCall;
  createBankAccount(argument: _pacioli_banking_v1_CreateBankAccountRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_banking_v1_BankAccountAnswer__Output>): grpc.ClientUnaryCall;
  createBankAccount(argument: _pacioli_banking_v1_CreateBankAccountRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_banking_v1_BankAccountAnswer__Output>): grpc.ClientUnaryCall;
  createBankAccount(argument: _pacioli_banking_v1_CreateBankAccountRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_banking_v1_BankAccountAnswer__Output>): grpc.ClientUnaryCall;
  createBankAccount(argument: _pacioli_banking_v1_CreateBankAccountRequest, callback: grpc.requestCallback<_pacioli_banking_v1_BankAccountAnswer__Output>): grpc.ClientUnaryCall;
  
  CreateCustomAccount(argument: _pacioli_banking_v1_CreateCustomAccountRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_banking_v1_ExternalAccountAnswer__Output>): grpc.ClientUnaryCall;
  CreateCustomAccount(argument: _pacioli_banking_v1_CreateCustomAccountRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_banking_v1_ExternalAccountAnswer__Output>): grpc.ClientUnaryCall;
  CreateCustomAccount(argument: _pacioli_banking_v1_CreateCustomAccountRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_banking_v1_ExternalAccountAnswer__Output>): grpc.ClientUnaryCall;
  CreateCustomAccount(argument: _pacioli_banking_v1_CreateCustomAccountRequest, callback: grpc.requestCallback<_pacioli_banking_v1_ExternalAccountAnswer__Output>): grpc.ClientUnaryCall;
  createCustomAccount(argument: _pacioli_banking_v1_CreateCustomAccountRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_banking_v1_ExternalAccountAnswer__Output>): grpc.ClientUnaryCall;
  createCustomAccount(argument: _pacioli_banking_v1_CreateCustomAccountRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_banking_v1_ExternalAccountAnswer__Output>): grpc.ClientUnaryCall;
  createCustomAccount(argument: _pacioli_banking_v1_CreateCustomAccountRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_banking_v1_ExternalAccountAnswer__Output>): grpc.ClientUnaryCall;
  createCustomAccount(argument: _pacioli_banking_v1_CreateCustomAccountRequest, callback: grpc.requestCallback<_pacioli_banking_v1_ExternalAccountAnswer__Output>): grpc.ClientUnaryCall;
  
  CreateOpeningBalance(argument: _pacioli_banking_v1_CreateOpeningBalanceRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_banking_v1_OpeningBalanceAnswer__Output>): grpc.ClientUnaryCall;
  CreateOpeningBalance(argument: _pacioli_banking_v1_CreateOpeningBalanceRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_banking_v1_OpeningBalanceAnswer__Output>): grpc.ClientUnaryCall;
  CreateOpeningBalance(argument: _pacioli_banking_v1_CreateOpeningBalanceRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_banking_v1_OpeningBalanceAnswer__Output>): grpc.ClientUnaryCall;
  CreateOpeningBalance(argument: _pacioli_banking_v1_CreateOpeningBalanceRequest, callback: grpc.requestCallback<_pacioli_banking_v1_OpeningBalanceAnswer__Output>): grpc.ClientUnaryCall;
  createOpeningBalance(argument: _pacioli_banking_v1_CreateOpeningBalanceRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_banking_v1_OpeningBalanceAnswer__Output>): grpc.ClientUnaryCall;
  createOpeningBalance(argument: _pacioli_banking_v1_CreateOpeningBalanceRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_banking_v1_OpeningBalanceAnswer__Output>): grpc.ClientUnaryCall;
  createOpeningBalance(argument: _pacioli_banking_v1_CreateOpeningBalanceRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_banking_v1_OpeningBalanceAnswer__Output>): grpc.ClientUnaryCall;
  createOpeningBalance(argument: _pacioli_banking_v1_CreateOpeningBalanceRequest, callback: grpc.requestCallback<_pacioli_banking_v1_OpeningBalanceAnswer__Output>): grpc.ClientUnaryCall;
  
  DeleteOpeningBalance(argument: _pacioli_banking_v1_GetExternalAccountRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_banking_v1_OpeningBalanceAnswer__Output>): grpc.ClientUnaryCall;
  DeleteOpeningBalance(argument: _pacioli_banking_v1_GetExternalAccountRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_banking_v1_OpeningBalanceAnswer__Output>): grpc.ClientUnaryCall;
  DeleteOpeningBalance(argument: _pacioli_banking_v1_GetExternalAccountRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_banking_v1_OpeningBalanceAnswer__Output>): grpc.ClientUnaryCall;
  DeleteOpeningBalance(argument: _pacioli_banking_v1_GetExternalAccountRequest, callback: grpc.requestCallback<_pacioli_banking_v1_OpeningBalanceAnswer__Output>): grpc.ClientUnaryCall;
  deleteOpeningBalance(argument: _pacioli_banking_v1_GetExternalAccountRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_banking_v1_OpeningBalanceAnswer__Output>): grpc.ClientUnaryCall;
  deleteOpeningBalance(argument: _pacioli_banking_v1_GetExternalAccountRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_banking_v1_OpeningBalanceAnswer__Output>): grpc.ClientUnaryCall;
  deleteOpeningBalance(argument: _pacioli_banking_v1_GetExternalAccountRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_banking_v1_OpeningBalanceAnswer__Output>): grpc.ClientUnaryCall;
  deleteOpeningBalance(argument: _pacioli_banking_v1_GetExternalAccountRequest, callback: grpc.requestCallback<_pacioli_banking_v1_OpeningBalanceAnswer__Output>): grpc.ClientUnaryCall;
  
  GetBankAccount(argument: _pacioli_banking_v1_GetBankAccountRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_banking_v1_BankAccountAnswer__Output>): grpc.ClientUnaryCall;
  GetBankAccount(argument: _pacioli_banking_v1_GetBankAccountRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_banking_v1_BankAccountAnswer__Output>): grpc.ClientUnaryCall;
  GetBankAccount(argument: _pacioli_banking_v1_GetBankAccountRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_banking_v1_BankAccountAnswer__Output>): grpc.ClientUnaryCall;
  GetBankAccount(argument: _pacioli_banking_v1_GetBankAccountRequest, callback: grpc.requestCallback<_pacioli_banking_v1_BankAccountAnswer__Output>): grpc.ClientUnaryCall;
  getBankAccount(argument: _pacioli_banking_v1_GetBankAccountRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_banking_v1_BankAccountAnswer__Output>): grpc.ClientUnaryCall;
  getBankAccount(argument: _pacioli_banking_v1_GetBankAccountRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_banking_v1_BankAccountAnswer__Output>): grpc.ClientUnaryCall;
  getBankAccount(argument: _pacioli_banking_v1_GetBankAccountRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_banking_v1_BankAccountAnswer__Output>): grpc.ClientUnaryCall;
  getBankAccount(argument: _pacioli_banking_v1_GetBankAccountRequest, callback: grpc.requestCallback<_pacioli_banking_v1_BankAccountAnswer__Output>): grpc.ClientUnaryCall;
  
  GetOpeningBalance(argument: _pacioli_banking_v1_GetExternalAccountRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_banking_v1_OpeningBalanceAnswer__Output>): grpc.ClientUnaryCall;
  GetOpeningBalance(argument: _pacioli_banking_v1_GetExternalAccountRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_banking_v1_OpeningBalanceAnswer__Output>): grpc.ClientUnaryCall;
  GetOpeningBalance(argument: _pacioli_banking_v1_GetExternalAccountRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_banking_v1_OpeningBalanceAnswer__Output>): grpc.ClientUnaryCall;
  GetOpeningBalance(argument: _pacioli_banking_v1_GetExternalAccountRequest, callback: grpc.requestCallback<_pacioli_banking_v1_OpeningBalanceAnswer__Output>): grpc.ClientUnaryCall;
  getOpeningBalance(argument: _pacioli_banking_v1_GetExternalAccountRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_banking_v1_OpeningBalanceAnswer__Output>): grpc.ClientUnaryCall;
  getOpeningBalance(argument: _pacioli_banking_v1_GetExternalAccountRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_banking_v1_OpeningBalanceAnswer__Output>): grpc.ClientUnaryCall;
  getOpeningBalance(argument: _pacioli_banking_v1_GetExternalAccountRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_banking_v1_OpeningBalanceAnswer__Output>): grpc.ClientUnaryCall;
  getOpeningBalance(argument: _pacioli_banking_v1_GetExternalAccountRequest, callback: grpc.requestCallback<_pacioli_banking_v1_OpeningBalanceAnswer__Output>): grpc.ClientUnaryCall;
  
  ListBankAccounts(argument: _pacioli_banking_v1_ListBankAccountsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_banking_v1_ListBankAccountsResponse__Output>): grpc.ClientUnaryCall;
  ListBankAccounts(argument: _pacioli_banking_v1_ListBankAccountsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_banking_v1_ListBankAccountsResponse__Output>): grpc.ClientUnaryCall;
  ListBankAccounts(argument: _pacioli_banking_v1_ListBankAccountsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_banking_v1_ListBankAccountsResponse__Output>): grpc.ClientUnaryCall;
  ListBankAccounts(argument: _pacioli_banking_v1_ListBankAccountsRequest, callback: grpc.requestCallback<_pacioli_banking_v1_ListBankAccountsResponse__Output>): grpc.ClientUnaryCall;
  listBankAccounts(argument: _pacioli_banking_v1_ListBankAccountsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_banking_v1_ListBankAccountsResponse__Output>): grpc.ClientUnaryCall;
  listBankAccounts(argument: _pacioli_banking_v1_ListBankAccountsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_banking_v1_ListBankAccountsResponse__Output>): grpc.ClientUnaryCall;
  listBankAccounts(argument: _pacioli_banking_v1_ListBankAccountsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_banking_v1_ListBankAccountsResponse__Output>): grpc.ClientUnaryCall;
  listBankAccounts(argument: _pacioli_banking_v1_ListBankAccountsRequest, callback: grpc.requestCallback<_pacioli_banking_v1_ListBankAccountsResponse__Output>): grpc.ClientUnaryCall;
  
  ListExternalAccounts(argument: _pacioli_banking_v1_ListExternalAccountsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_banking_v1_ListExternalAccountsResponse__Output>): grpc.ClientUnaryCall;
  ListExternalAccounts(argument: _pacioli_banking_v1_ListExternalAccountsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_banking_v1_ListExternalAccountsResponse__Output>): grpc.ClientUnaryCall;
  ListExternalAccounts(argument: _pacioli_banking_v1_ListExternalAccountsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_banking_v1_ListExternalAccountsResponse__Output>): grpc.ClientUnaryCall;
  ListExternalAccounts(argument: _pacioli_banking_v1_ListExternalAccountsRequest, callback: grpc.requestCallback<_pacioli_banking_v1_ListExternalAccountsResponse__Output>): grpc.ClientUnaryCall;
  listExternalAccounts(argument: _pacioli_banking_v1_ListExternalAccountsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_banking_v1_ListExternalAccountsResponse__Output>): grpc.ClientUnaryCall;
  listExternalAccounts(argument: _pacioli_banking_v1_ListExternalAccountsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_banking_v1_ListExternalAccountsResponse__Output>): grpc.ClientUnaryCall;
  listExternalAccounts(argument: _pacioli_banking_v1_ListExternalAccountsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_banking_v1_ListExternalAccountsResponse__Output>): grpc.ClientUnaryCall;
  listExternalAccounts(argument: _pacioli_banking_v1_ListExternalAccountsRequest, callback: grpc.requestCallback<_pacioli_banking_v1_ListExternalAccountsResponse__Output>): grpc.ClientUnaryCall;
  
  RemoveTags(argument: _pacioli_common_v1_RemoveTagsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_common_v1_TaggedEntitiesResponse__Output>): grpc.ClientUnaryCall;
  RemoveTags(argument: _pacioli_common_v1_RemoveTagsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_common_v1_TaggedEntitiesResponse__Output>): grpc.ClientUnaryCall;
  RemoveTags(argument: _pacioli_common_v1_RemoveTagsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_common_v1_TaggedEntitiesResponse__Output>): grpc.ClientUnaryCall;
  RemoveTags(argument: _pacioli_common_v1_RemoveTagsRequest, callback: grpc.requestCallback<_pacioli_common_v1_TaggedEntitiesResponse__Output>): grpc.ClientUnaryCall;
  removeTags(argument: _pacioli_common_v1_RemoveTagsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_common_v1_TaggedEntitiesResponse__Output>): grpc.ClientUnaryCall;
  removeTags(argument: _pacioli_common_v1_RemoveTagsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_common_v1_TaggedEntitiesResponse__Output>): grpc.ClientUnaryCall;
  removeTags(argument: _pacioli_common_v1_RemoveTagsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_common_v1_TaggedEntitiesResponse__Output>): grpc.ClientUnaryCall;
  removeTags(argument: _pacioli_common_v1_RemoveTagsRequest, callback: grpc.requestCallback<_pacioli_common_v1_TaggedEntitiesResponse__Output>): grpc.ClientUnaryCall;
  
  UpdateBankAccount(argument: _pacioli_banking_v1_UpdateBankAccountRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_banking_v1_BankAccountAnswer__Output>): grpc.ClientUnaryCall;
  UpdateBankAccount(argument: _pacioli_banking_v1_UpdateBankAccountRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_banking_v1_BankAccountAnswer__Output>): grpc.ClientUnaryCall;
  UpdateBankAccount(argument: _pacioli_banking_v1_UpdateBankAccountRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_banking_v1_BankAccountAnswer__Output>): grpc.ClientUnaryCall;
  UpdateBankAccount(argument: _pacioli_banking_v1_UpdateBankAccountRequest, callback: grpc.requestCallback<_pacioli_banking_v1_BankAccountAnswer__Output>): grpc.ClientUnaryCall;
  updateBankAccount(argument: _pacioli_banking_v1_UpdateBankAccountRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_banking_v1_BankAccountAnswer__Output>): grpc.ClientUnaryCall;
  updateBankAccount(argument: _pacioli_banking_v1_UpdateBankAccountRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_banking_v1_BankAccountAnswer__Output>): grpc.ClientUnaryCall;
  updateBankAccount(argument: _pacioli_banking_v1_UpdateBankAccountRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_banking_v1_BankAccountAnswer__Output>): grpc.ClientUnaryCall;
  updateBankAccount(argument: _pacioli_banking_v1_UpdateBankAccountRequest, callback: grpc.requestCallback<_pacioli_banking_v1_BankAccountAnswer__Output>): grpc.ClientUnaryCall;
  
  UpdateConnection(argument: _pacioli_banking_v1_UpdateConnectionRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_banking_v1_ExternalAccountAnswer__Output>): grpc.ClientUnaryCall;
  UpdateConnection(argument: _pacioli_banking_v1_UpdateConnectionRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_banking_v1_ExternalAccountAnswer__Output>): grpc.ClientUnaryCall;
  UpdateConnection(argument: _pacioli_banking_v1_UpdateConnectionRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_banking_v1_ExternalAccountAnswer__Output>): grpc.ClientUnaryCall;
  UpdateConnection(argument: _pacioli_banking_v1_UpdateConnectionRequest, callback: grpc.requestCallback<_pacioli_banking_v1_ExternalAccountAnswer__Output>): grpc.ClientUnaryCall;
  updateConnection(argument: _pacioli_banking_v1_UpdateConnectionRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_banking_v1_ExternalAccountAnswer__Output>): grpc.ClientUnaryCall;
  updateConnection(argument: _pacioli_banking_v1_UpdateConnectionRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_pacioli_banking_v1_ExternalAccountAnswer__Output>): grpc.ClientUnaryCall;
  updateConnection(argument: _pacioli_banking_v1_UpdateConnectionRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_pacioli_banking_v1_ExternalAccountAnswer__Output>): grpc.ClientUnaryCall;
  updateConnection(argument: _pacioli_banking_v1_UpdateConnectionRequest, callback: grpc.requestCallback<_pacioli_banking_v1_ExternalAccountAnswer__Output>): grpc.ClientUnaryCall;
  
}

/**
 * Bank accounts, and the external accounts that feed them.
 */
export interface BankAccountsServiceHandlers extends grpc.UntypedServiceImplementation {
  ApplyTags: grpc.handleUnaryCall<_pacioli_common_v1_ApplyTagsRequest__Output, _pacioli_common_v1_TaggedEntitiesResponse>;
  
  ArchiveBankAccount: grpc.handleUnaryCall<_pacioli_banking_v1_GetBankAccountRequest__Output, _pacioli_banking_v1_BankAccountAnswer>;
  
  ArchiveExternalAccount: grpc.handleUnaryCall<_pacioli_banking_v1_GetExternalAccountRequest__Output, _pacioli_banking_v1_ExternalAccountAnswer>;
  
  CreateBankAccount: grpc.handleUnaryCall<_pacioli_banking_v1_CreateBankAccountRequest__Output, _pacioli_banking_v1_BankAccountAnswer>;
  
  CreateCustomAccount: grpc.handleUnaryCall<_pacioli_banking_v1_CreateCustomAccountRequest__Output, _pacioli_banking_v1_ExternalAccountAnswer>;
  
  CreateOpeningBalance: grpc.handleUnaryCall<_pacioli_banking_v1_CreateOpeningBalanceRequest__Output, _pacioli_banking_v1_OpeningBalanceAnswer>;
  
  DeleteOpeningBalance: grpc.handleUnaryCall<_pacioli_banking_v1_GetExternalAccountRequest__Output, _pacioli_banking_v1_OpeningBalanceAnswer>;
  
  GetBankAccount: grpc.handleUnaryCall<_pacioli_banking_v1_GetBankAccountRequest__Output, _pacioli_banking_v1_BankAccountAnswer>;
  
  GetOpeningBalance: grpc.handleUnaryCall<_pacioli_banking_v1_GetExternalAccountRequest__Output, _pacioli_banking_v1_OpeningBalanceAnswer>;
  
  ListBankAccounts: grpc.handleUnaryCall<_pacioli_banking_v1_ListBankAccountsRequest__Output, _pacioli_banking_v1_ListBankAccountsResponse>;
  
  ListExternalAccounts: grpc.handleUnaryCall<_pacioli_banking_v1_ListExternalAccountsRequest__Output, _pacioli_banking_v1_ListExternalAccountsResponse>;
  
  RemoveTags: grpc.handleUnaryCall<_pacioli_common_v1_RemoveTagsRequest__Output, _pacioli_common_v1_TaggedEntitiesResponse>;
  
  UpdateBankAccount: grpc.handleUnaryCall<_pacioli_banking_v1_UpdateBankAccountRequest__Output, _pacioli_banking_v1_BankAccountAnswer>;
  
  UpdateConnection: grpc.handleUnaryCall<_pacioli_banking_v1_UpdateConnectionRequest__Output, _pacioli_banking_v1_ExternalAccountAnswer>;
  
}

export interface BankAccountsServiceDefinition extends grpc.ServiceDefinition {
  ApplyTags: MethodDefinition<_pacioli_common_v1_ApplyTagsRequest, _pacioli_common_v1_TaggedEntitiesResponse, _pacioli_common_v1_ApplyTagsRequest__Output, _pacioli_common_v1_TaggedEntitiesResponse__Output>
  ArchiveBankAccount: MethodDefinition<_pacioli_banking_v1_GetBankAccountRequest, _pacioli_banking_v1_BankAccountAnswer, _pacioli_banking_v1_GetBankAccountRequest__Output, _pacioli_banking_v1_BankAccountAnswer__Output>
  ArchiveExternalAccount: MethodDefinition<_pacioli_banking_v1_GetExternalAccountRequest, _pacioli_banking_v1_ExternalAccountAnswer, _pacioli_banking_v1_GetExternalAccountRequest__Output, _pacioli_banking_v1_ExternalAccountAnswer__Output>
  CreateBankAccount: MethodDefinition<_pacioli_banking_v1_CreateBankAccountRequest, _pacioli_banking_v1_BankAccountAnswer, _pacioli_banking_v1_CreateBankAccountRequest__Output, _pacioli_banking_v1_BankAccountAnswer__Output>
  CreateCustomAccount: MethodDefinition<_pacioli_banking_v1_CreateCustomAccountRequest, _pacioli_banking_v1_ExternalAccountAnswer, _pacioli_banking_v1_CreateCustomAccountRequest__Output, _pacioli_banking_v1_ExternalAccountAnswer__Output>
  CreateOpeningBalance: MethodDefinition<_pacioli_banking_v1_CreateOpeningBalanceRequest, _pacioli_banking_v1_OpeningBalanceAnswer, _pacioli_banking_v1_CreateOpeningBalanceRequest__Output, _pacioli_banking_v1_OpeningBalanceAnswer__Output>
  DeleteOpeningBalance: MethodDefinition<_pacioli_banking_v1_GetExternalAccountRequest, _pacioli_banking_v1_OpeningBalanceAnswer, _pacioli_banking_v1_GetExternalAccountRequest__Output, _pacioli_banking_v1_OpeningBalanceAnswer__Output>
  GetBankAccount: MethodDefinition<_pacioli_banking_v1_GetBankAccountRequest, _pacioli_banking_v1_BankAccountAnswer, _pacioli_banking_v1_GetBankAccountRequest__Output, _pacioli_banking_v1_BankAccountAnswer__Output>
  GetOpeningBalance: MethodDefinition<_pacioli_banking_v1_GetExternalAccountRequest, _pacioli_banking_v1_OpeningBalanceAnswer, _pacioli_banking_v1_GetExternalAccountRequest__Output, _pacioli_banking_v1_OpeningBalanceAnswer__Output>
  ListBankAccounts: MethodDefinition<_pacioli_banking_v1_ListBankAccountsRequest, _pacioli_banking_v1_ListBankAccountsResponse, _pacioli_banking_v1_ListBankAccountsRequest__Output, _pacioli_banking_v1_ListBankAccountsResponse__Output>
  ListExternalAccounts: MethodDefinition<_pacioli_banking_v1_ListExternalAccountsRequest, _pacioli_banking_v1_ListExternalAccountsResponse, _pacioli_banking_v1_ListExternalAccountsRequest__Output, _pacioli_banking_v1_ListExternalAccountsResponse__Output>
  RemoveTags: MethodDefinition<_pacioli_common_v1_RemoveTagsRequest, _pacioli_common_v1_TaggedEntitiesResponse, _pacioli_common_v1_RemoveTagsRequest__Output, _pacioli_common_v1_TaggedEntitiesResponse__Output>
  UpdateBankAccount: MethodDefinition<_pacioli_banking_v1_UpdateBankAccountRequest, _pacioli_banking_v1_BankAccountAnswer, _pacioli_banking_v1_UpdateBankAccountRequest__Output, _pacioli_banking_v1_BankAccountAnswer__Output>
  UpdateConnection: MethodDefinition<_pacioli_banking_v1_UpdateConnectionRequest, _pacioli_banking_v1_ExternalAccountAnswer, _pacioli_banking_v1_UpdateConnectionRequest__Output, _pacioli_banking_v1_ExternalAccountAnswer__Output>
}
