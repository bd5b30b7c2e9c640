import { BankAccountsService } from '@pacioli/protos/banking'
import { implement, readRequestOf, writeRequestOf, type Implementation } from '@pacioli/rpc'
import type { Banking } from '../banking.ts'
import { archiveBankAccount } from './archive-bank-account.ts'
import { archiveExternalAccount } from './archive-external-account.ts'
import { createBankAccount } from './create-bank-account.ts'
import { createCustomAccount } from './create-custom-account.ts'
import { createOpeningBalance } from './create-opening-balance.ts'
import { deleteOpeningBalance } from './delete-opening-balance.ts'
import { getOpeningBalance } from './get-opening-balance.ts'
import { getBankAccount, listBankAccounts } from './list-bank-accounts.ts'
import { listExternalAccounts } from './list-external-accounts.ts'
import { applyTags, removeTags } from './tag-bank-accounts.ts'
import { updateBankAccount } from './update-bank-account.ts'
import { updateConnection } from './update-connection.ts'

export const bankAccountsRpc = (banking: Banking): Implementation =>
  implement(BankAccountsService, {
    CreateBankAccount: (request, context) => createBankAccount(banking, writeRequestOf(context), request),
    ListBankAccounts: (request, context) =>
      listBankAccounts(banking, readRequestOf(context), request.include_archived ?? false),
    GetBankAccount: (request, context) => getBankAccount(banking, readRequestOf(context), request.bank_account_id),
    UpdateBankAccount: (request, context) => updateBankAccount(banking, writeRequestOf(context), request),
    ArchiveBankAccount: (request, context) =>
      archiveBankAccount(banking, writeRequestOf(context), request.bank_account_id),
    CreateCustomAccount: (request, context) => createCustomAccount(banking, writeRequestOf(context), request),
    ListExternalAccounts: (request, context) => listExternalAccounts(banking, readRequestOf(context), request),
    ArchiveExternalAccount: (request, context) =>
      archiveExternalAccount(banking, writeRequestOf(context), request.external_account_id),
    UpdateConnection: (request, context) => updateConnection(banking, writeRequestOf(context), request),
    CreateOpeningBalance: (request, context) => createOpeningBalance(banking, writeRequestOf(context), request),
    GetOpeningBalance: (request, context) =>
      getOpeningBalance(banking, readRequestOf(context), request.external_account_id),
    DeleteOpeningBalance: (request, context) =>
      deleteOpeningBalance(banking, writeRequestOf(context), request.external_account_id),
    ApplyTags: (request, context) => applyTags(banking, writeRequestOf(context), request),
    RemoveTags: (request, context) => removeTags(banking, writeRequestOf(context), request),
  })
