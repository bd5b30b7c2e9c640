import { BankAccountsService } from '@pacioli/protos/banking'
import { implement, type Implementation } from '@pacioli/rpc'
import type { Banking } from '../banking.ts'
import { notYet } from '../not-yet.ts'

export const bankAccountsRpc = (_banking: Banking): Implementation =>
  implement(BankAccountsService, {
    CreateBankAccount: notYet,
    ListBankAccounts: notYet,
    GetBankAccount: notYet,
    UpdateBankAccount: notYet,
    ArchiveBankAccount: notYet,
    CreateCustomAccount: notYet,
    ListExternalAccounts: notYet,
    ArchiveExternalAccount: notYet,
    UpdateConnection: notYet,
    CreateOpeningBalance: notYet,
    GetOpeningBalance: notYet,
    DeleteOpeningBalance: notYet,
    ApplyTags: notYet,
    RemoveTags: notYet,
  })
