/** The use cases for service tests: each refusal is recorded for its method. */
import {
  BankAccountsService,
  BankTransactionsService,
  CategorizationRulesService,
  ImportsService,
} from '@pacioli/protos/banking'
import { recorded } from '@pacioli/testing'
import { archiveBankAccount as archiveBankAccountAlone } from './bank-accounts/archive-bank-account.ts'
import { archiveExternalAccount as archiveExternalAccountAlone } from './bank-accounts/archive-external-account.ts'
import { createBankAccount as createBankAccountAlone } from './bank-accounts/create-bank-account.ts'
import { createCustomAccount as createCustomAccountAlone } from './bank-accounts/create-custom-account.ts'
import { createOpeningBalance as createOpeningBalanceAlone } from './bank-accounts/create-opening-balance.ts'
import { deleteOpeningBalance as deleteOpeningBalanceAlone } from './bank-accounts/delete-opening-balance.ts'
import { getOpeningBalance as getOpeningBalanceAlone } from './bank-accounts/get-opening-balance.ts'
import {
  getBankAccount as getBankAccountAlone,
  listBankAccounts as listBankAccountsAlone,
} from './bank-accounts/list-bank-accounts.ts'
import { listExternalAccounts as listExternalAccountsAlone } from './bank-accounts/list-external-accounts.ts'
import {
  applyTags as applyTagsToBankAccountsAlone,
  removeTags as removeTagsFromBankAccountsAlone,
} from './bank-accounts/tag-bank-accounts.ts'
import { updateBankAccount as updateBankAccountAlone } from './bank-accounts/update-bank-account.ts'
import { updateConnection as updateConnectionAlone } from './bank-accounts/update-connection.ts'
import { getTransaction as getTransactionAlone } from './transaction-views/get-transaction.ts'
import { listTransactions as listTransactionsAlone } from './transaction-views/list-transactions.ts'
import { transactionsOfEntries as transactionsOfEntriesAlone } from './transaction-views/transactions-of-entries.ts'
import { listCategories as listCategoriesAlone } from './categories/list-categories.ts'
import { listCounterparties as listCounterpartiesAlone } from './categories/list-counterparties.ts'
import {
  categorizeTransaction as categorizeTransactionAlone,
  categorizeTransactions as categorizeTransactionsAlone,
} from './categorization/categorize-transactions.ts'
import {
  applyTags as applyTagsToTransactionsAlone,
  removeTags as removeTagsFromTransactionsAlone,
} from './categorization/tag-transactions.ts'
import { uncategorizeTransaction as uncategorizeTransactionAlone } from './categorization/uncategorize-transaction.ts'
import { updateMetadata as updateMetadataAlone } from './categorization/update-metadata.ts'
import { matchTransaction as matchTransactionAlone } from './matching/match-transaction.ts'
import { createRule as createRuleAlone } from './rules/create-rule.ts'
import { deleteRule as deleteRuleAlone } from './rules/delete-rule.ts'
import { getRule as getRuleAlone, listRules as listRulesAlone } from './rules/read-rules.ts'
import { updateRule as updateRuleAlone } from './rules/update-rule.ts'
import { importStatement as importStatementAlone } from './statement-import/import-statement.ts'
import { importTransactions as importTransactionsAlone } from './statement-import/import-transactions.ts'

export const archiveBankAccount = recorded(BankAccountsService.ArchiveBankAccount, archiveBankAccountAlone)
export const archiveExternalAccount = recorded(BankAccountsService.ArchiveExternalAccount, archiveExternalAccountAlone)
export const createBankAccount = recorded(BankAccountsService.CreateBankAccount, createBankAccountAlone)
export const createCustomAccount = recorded(BankAccountsService.CreateCustomAccount, createCustomAccountAlone)
export const createOpeningBalance = recorded(BankAccountsService.CreateOpeningBalance, createOpeningBalanceAlone)
export const deleteOpeningBalance = recorded(BankAccountsService.DeleteOpeningBalance, deleteOpeningBalanceAlone)
export const getOpeningBalance = recorded(BankAccountsService.GetOpeningBalance, getOpeningBalanceAlone)
export const listBankAccounts = recorded(BankAccountsService.ListBankAccounts, listBankAccountsAlone)
export const getBankAccount = recorded(BankAccountsService.GetBankAccount, getBankAccountAlone)
export const listExternalAccounts = recorded(BankAccountsService.ListExternalAccounts, listExternalAccountsAlone)
export const updateBankAccount = recorded(BankAccountsService.UpdateBankAccount, updateBankAccountAlone)
export const updateConnection = recorded(BankAccountsService.UpdateConnection, updateConnectionAlone)
export const applyTagsToBankAccounts = recorded(BankAccountsService.ApplyTags, applyTagsToBankAccountsAlone)
export const removeTagsFromBankAccounts = recorded(BankAccountsService.RemoveTags, removeTagsFromBankAccountsAlone)
export const applyTagsToTransactions = recorded(BankTransactionsService.ApplyTags, applyTagsToTransactionsAlone)
export const removeTagsFromTransactions = recorded(BankTransactionsService.RemoveTags, removeTagsFromTransactionsAlone)
export const getTransaction = recorded(BankTransactionsService.GetBankTransaction, getTransactionAlone)
export const listTransactions = recorded(BankTransactionsService.ListBankTransactions, listTransactionsAlone)
export const transactionsOfEntries = recorded(
  BankTransactionsService.GetTransactionsOfEntries,
  transactionsOfEntriesAlone,
)
export const listCategories = recorded(BankTransactionsService.ListCategories, listCategoriesAlone)
export const listCounterparties = recorded(BankTransactionsService.ListCounterparties, listCounterpartiesAlone)
export const categorizeTransaction = recorded(BankTransactionsService.CategorizeTransaction, categorizeTransactionAlone)
export const categorizeTransactions = recorded(BankTransactionsService.BulkCategorize, categorizeTransactionsAlone)
export const uncategorizeTransaction = recorded(
  BankTransactionsService.UncategorizeTransaction,
  uncategorizeTransactionAlone,
)
export const updateMetadata = recorded(BankTransactionsService.UpdateTransactionMetadata, updateMetadataAlone)
export const matchTransaction = recorded(BankTransactionsService.MatchTransaction, matchTransactionAlone)
export const createRule = recorded(CategorizationRulesService.CreateRule, createRuleAlone)
export const deleteRule = recorded(CategorizationRulesService.DeleteRule, deleteRuleAlone)
export const listRules = recorded(CategorizationRulesService.ListRules, listRulesAlone)
export const getRule = recorded(CategorizationRulesService.GetRule, getRuleAlone)
export const updateRule = recorded(CategorizationRulesService.UpdateRule, updateRuleAlone)
export const importStatement = recorded(ImportsService.ImportStatement, importStatementAlone)
export const importTransactions = recorded(ImportsService.ImportTransactions, importTransactionsAlone)
