/** The use cases for service tests: each refusal is recorded as an answer of its method. */
import type { WriteRequest } from '@pacioli/db'
import {
  AccountingConfigurationService,
  BusinessesService,
  ChartOfAccountsService,
  ClosingService,
  JournalService,
  TagsService,
  type UpdateAccountingConfigurationRequest__Output,
} from '@pacioli/protos/ledger'
import { recorded } from '@pacioli/testing'
import { createBusiness as createBusinessAlone } from './businesses/create-business.ts'
import {
  archiveBusiness as archiveBusinessAlone,
  updateBusiness as updateBusinessAlone,
} from './businesses/update-business.ts'
import { createAccount as createAccountAlone } from './accounts/create-account.ts'
import { updateAccount as updateAccountAlone } from './accounts/update-account.ts'
import { closeRetainedEarnings as closeRetainedEarningsAlone } from './closing/close-retained-earnings.ts'
import { previewClosing as previewClosingAlone } from './closing/preview-closing.ts'
import { getClosing as getClosingAlone, listClosings as listClosingsAlone } from './closing/read-closings.ts'
import { reverseClosing as reverseClosingAlone } from './closing/reverse-closing.ts'
import {
  getClientConfiguration as getClientConfigurationAlone,
  getConfiguration as getConfigurationAlone,
} from './configuration/read-configuration.ts'
import { updateConfiguration as updateConfigurationAlone } from './configuration/update-accounting-configuration.ts'
import { updateClientConfiguration as updateClientConfigurationAlone } from './configuration/update-client-configuration.ts'
import { listAccountLines as listAccountLinesAlone } from './journal/list-account-lines.ts'
import {
  postJournalEntries as postJournalEntriesAlone,
  postJournalEntry as postJournalEntryAlone,
} from './journal/post-journal-entries.ts'
import { getEntry as getEntryAlone, listEntries as listEntriesAlone } from './journal/read-entries.ts'
import { reverseEntry as reverseEntryAlone } from './journal/reverse-entry.ts'
import { applyTags as applyTagsAlone, removeTags as removeTagsAlone } from './tagging/apply-tags.ts'
import { createDimension as createDimensionAlone } from './tags/create-dimension.ts'
import { createValue as createValueAlone } from './tags/create-value.ts'
import {
  getDimension as getDimensionAlone,
  listDimensions as listDimensionsAlone,
  listValues as listValuesAlone,
} from './tags/list-dimensions.ts'
import {
  deleteDimension as deleteDimensionAlone,
  updateDimension as updateDimensionAlone,
} from './tags/update-dimension.ts'
import type { Ledger } from './ledger.ts'
import { updateValue as updateValueAlone } from './tags/update-value.ts'

export const createBusiness = recorded(BusinessesService.CreateBusiness, createBusinessAlone)
export const updateBusiness = recorded(BusinessesService.UpdateBusiness, updateBusinessAlone)
export const archiveBusiness = recorded(BusinessesService.ArchiveBusiness, archiveBusinessAlone)
export const createAccount = recorded(ChartOfAccountsService.CreateAccount, createAccountAlone)
export const updateAccount = recorded(ChartOfAccountsService.UpdateAccount, updateAccountAlone)
export const closeRetainedEarnings = recorded(ClosingService.CloseRetainedEarnings, closeRetainedEarningsAlone)
export const previewClosing = recorded(ClosingService.PreviewRetainedEarnings, previewClosingAlone)
export const getClosing = recorded(ClosingService.GetClosingAction, getClosingAlone)
export const listClosings = recorded(ClosingService.ListClosingActions, listClosingsAlone)
export const reverseClosing = recorded(ClosingService.ReverseClosingAction, reverseClosingAlone)
export const getClientConfiguration = recorded(
  AccountingConfigurationService.GetClientAccountingConfiguration,
  getClientConfigurationAlone,
)
export const getConfiguration = recorded(
  AccountingConfigurationService.GetAccountingConfiguration,
  getConfigurationAlone,
)
export const updateConfiguration = recorded(
  AccountingConfigurationService.UpdateAccountingConfiguration,
  updateConfigurationAlone,
)
export const updateClientConfiguration = recorded(
  AccountingConfigurationService.UpdateClientAccountingConfiguration,
  (ledger: Ledger, { businessId: _, ...request }: WriteRequest, input: UpdateAccountingConfigurationRequest__Output) =>
    updateClientConfigurationAlone(ledger, request, input),
)
export const listAccountLines = recorded(JournalService.ListAccountLines, listAccountLinesAlone)
export const postJournalEntries = recorded(JournalService.PostJournalEntries, postJournalEntriesAlone)
export const postJournalEntry = recorded(JournalService.PostJournalEntry, postJournalEntryAlone)
export const getEntry = recorded(JournalService.GetEntry, getEntryAlone)
export const listEntries = recorded(JournalService.ListEntries, listEntriesAlone)
export const reverseEntry = recorded(JournalService.ReverseEntry, reverseEntryAlone)
export const applyTags = recorded(TagsService.ApplyTags, applyTagsAlone)
export const removeTags = recorded(TagsService.RemoveTags, removeTagsAlone)
export const createDimension = recorded(TagsService.CreateTagDimension, createDimensionAlone)
export const createValue = recorded(TagsService.CreateTagValue, createValueAlone)
export const getDimension = recorded(TagsService.GetTagDimension, getDimensionAlone)
export const listDimensions = recorded(TagsService.ListTagDimensions, listDimensionsAlone)
export const listValues = recorded(TagsService.ListTagValues, listValuesAlone)
export const deleteDimension = recorded(TagsService.DeleteTagDimension, deleteDimensionAlone)
export const updateDimension = recorded(TagsService.UpdateTagDimension, updateDimensionAlone)
export const updateValue = recorded(TagsService.UpdateTagValue, updateValueAlone)
