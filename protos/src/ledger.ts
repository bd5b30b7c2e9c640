import type { AccountingConfigurationServiceDefinition } from './generated/pacioli/ledger/v1/AccountingConfigurationService.ts'
import type { BusinessesServiceDefinition } from './generated/pacioli/ledger/v1/BusinessesService.ts'
import type { ChartOfAccountsServiceDefinition } from './generated/pacioli/ledger/v1/ChartOfAccountsService.ts'
import type { ClosingServiceDefinition } from './generated/pacioli/ledger/v1/ClosingService.ts'
import type { ConnectionsServiceDefinition } from './generated/pacioli/ledger/v1/ConnectionsService.ts'
import type { ProcessorsServiceDefinition } from './generated/pacioli/ledger/v1/ProcessorsService.ts'
import type { TagsServiceDefinition } from './generated/pacioli/ledger/v1/TagsService.ts'
import type { ClientsServiceDefinition } from './generated/pacioli/ledger/v1/ClientsService.ts'
import type { JournalServiceDefinition } from './generated/pacioli/ledger/v1/JournalService.ts'
import type { PostingsServiceDefinition } from './generated/pacioli/ledger/v1/PostingsService.ts'
import type { ReplayServiceDefinition } from './generated/pacioli/ledger/v1/ReplayService.ts'
import { loadService } from './load.ts'

const load = <Definition>(file: string, service: string): Definition =>
  loadService<Definition>(`pacioli/ledger/v1/${file}.proto`, `pacioli.ledger.v1.${service}`)

export const ClientsService = load<ClientsServiceDefinition>('clients', 'ClientsService')
export const BusinessesService = load<BusinessesServiceDefinition>('businesses', 'BusinessesService')
export const ChartOfAccountsService = load<ChartOfAccountsServiceDefinition>(
  'chart_of_accounts',
  'ChartOfAccountsService',
)
export const JournalService = load<JournalServiceDefinition>('journal', 'JournalService')
export const PostingsService = load<PostingsServiceDefinition>('postings', 'PostingsService')
export const AccountingConfigurationService = load<AccountingConfigurationServiceDefinition>(
  'accounting_configuration',
  'AccountingConfigurationService',
)
export const TagsService = load<TagsServiceDefinition>('tags', 'TagsService')
export const ClosingService = load<ClosingServiceDefinition>('closing', 'ClosingService')
export const ProcessorsService = load<ProcessorsServiceDefinition>('processors', 'ProcessorsService')
export const ConnectionsService = load<ConnectionsServiceDefinition>('connections', 'ConnectionsService')
export const ReplayService = load<ReplayServiceDefinition>('replay', 'ReplayService')

export type * from './generated/ledger.messages.ts'
