import type { BankAccountsServiceDefinition } from './generated/pacioli/banking/v1/BankAccountsService.ts'
import type { BankTransactionsServiceDefinition } from './generated/pacioli/banking/v1/BankTransactionsService.ts'
import type { CategorizationRulesServiceDefinition } from './generated/pacioli/banking/v1/CategorizationRulesService.ts'
import type { DocumentMatchesServiceDefinition } from './generated/pacioli/banking/v1/DocumentMatchesService.ts'
import type { ImportsServiceDefinition } from './generated/pacioli/banking/v1/ImportsService.ts'
import type { ReplayServiceDefinition } from './generated/pacioli/banking/v1/ReplayService.ts'
import { loadService } from './load.ts'

const load = <Definition>(file: string, service: string): Definition =>
  loadService<Definition>(`pacioli/banking/v1/${file}.proto`, `pacioli.banking.v1.${service}`)

export const BankAccountsService = load<BankAccountsServiceDefinition>('bank_accounts', 'BankAccountsService')
export const BankTransactionsService = load<BankTransactionsServiceDefinition>(
  'bank_transactions',
  'BankTransactionsService',
)
export const DocumentMatchesService = load<DocumentMatchesServiceDefinition>('matches', 'DocumentMatchesService')
export const ImportsService = load<ImportsServiceDefinition>('imports', 'ImportsService')
export const CategorizationRulesService = load<CategorizationRulesServiceDefinition>(
  'categorization_rules',
  'CategorizationRulesService',
)
export const ReplayService = load<ReplayServiceDefinition>('replay', 'ReplayService')

export type * from './generated/banking.messages.ts'
