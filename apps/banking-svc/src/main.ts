import { runPostingService } from '@pacioli/posting-service'
import { tenantOf } from '@pacioli/rpc'
import { historyRpc } from '@pacioli/history'
import { searchRpc } from '@pacioli/search'
import { auditedByBanking } from './auditing.ts'
import { carriedByBanking } from './carried-tables.ts'
import { bankAccountsRpc } from './bank-accounts/bank-accounts.rpc.ts'
import { bankTransactionsRpc } from './bank-transactions.rpc.ts'
import { connectBilling, type BillingClients } from './billing-clients.ts'
import { requireBusiness } from './businesses/require-business.ts'
import { readConfig } from './config.ts'
import { eventsSubscriber } from './consumers/events.subscriber.ts'
import { documentMatchesRpc } from './matching/document-matches.rpc.ts'
import { bankingMigrations } from './migrations/index.ts'
import { replayRpc } from './replay/replay.rpc.ts'
import { sealedByBanking } from './replay/sealed-by-banking.ts'
import { RuleRuns } from './rules/rule-runs.ts'
import { rulesRpc } from './rules/rules.rpc.ts'
import { searchedKinds } from './searched-kinds.ts'
import { importsRpc } from './statement-import/imports.rpc.ts'

const config = readConfig()

await runPostingService<{ billing: BillingClients }>({
  owner: 'banking',
  config,
  migrations: bankingMigrations,
  connect: (life) => {
    const { billing, close } = connectBilling(config.peerTarget)
    life.onStop('billing client', close)
    return { billing }
  },
  consumer: eventsSubscriber,
  audited: auditedByBanking,
  carried: carriedByBanking,
  sealed: sealedByBanking,
  requireBusiness: (banking, context) => requireBusiness(banking, { ...context, ...tenantOf(context) }),
  services: (banking, { relayDb, logger, life }) => {
    const ruleRuns = new RuleRuns(banking, relayDb, logger)
    life.onStop('rules being applied', () => ruleRuns.stop())
    return [
      bankAccountsRpc(banking),
      bankTransactionsRpc(banking),
      importsRpc(banking),
      rulesRpc(banking),
      documentMatchesRpc(banking),
      replayRpc(banking),
      searchRpc(banking.db, searchedKinds),
      ...historyRpc(banking.db, 'banking'),
    ]
  },
})
