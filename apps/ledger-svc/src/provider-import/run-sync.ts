import { DomainError, refused } from '@pacioli/errors'
import type { Tenant } from '@pacioli/rpc'
import { accessTo } from '../connections/provider-access.ts'
import type { Ledger } from '../ledger.ts'
import type { Connector, ProviderAccount, ProviderSession } from '../connectors/connector.ts'
import { connectors } from './connectors.ts'
import {
  changeChart,
  importedAccounts,
  portionsOf,
  STEPS,
  type AccountStep,
  type ImportTarget,
} from './import-accounts.ts'
import { newOrChanged, type EntryImport } from './changed-entries.ts'
import { portionsOf as portionsOfEntries, postPortion } from './import-entries.ts'
import { isNewOrChanged, parentsFirst } from './imported-account.ts'
import { partyOn } from './imported-party.ts'
import type { KnownAccounts } from './imported-entry.ts'
import { openSession, type HttpSettings } from './provider-http.ts'
import type { Outcome, RefusedItem, Sync } from '../connections/sync.ts'
import { LeaseLost, SyncProgress } from './sync-progress.ts'

/** More than any real chart has. */
const MAX_ACCOUNTS = 20_000

type Work = ImportTarget & { connector: Connector; session: ProviderSession; progress: SyncProgress }

/**
 * Imports the accounts and journal entries of a connection until it is done or stopped, and records how it ended. What was
 * imported by then stays, and the next import continues from there.
 * @throws defects, after recording them as a failure
 */
export async function runSync(
  ledger: Ledger,
  tenant: Tenant,
  sync: Sync,
  settings: HttpSettings,
  signal: AbortSignal,
): Promise<void> {
  const progress = new SyncProgress(ledger, tenant, sync, signal)
  try {
    await importBooks(await begin(ledger, tenant, progress, settings))
    await progress.end('SUCCEEDED', null)
  } catch (error) {
    if (error instanceof LeaseLost) return
    if (signal.aborted) return progress.end('INTERRUPTED', null)
    await progress.end('FAILED', failure(error))
    if (!(error instanceof DomainError)) throw error
  }
}

const failure = (error: unknown): RefusedItem => ({
  itemType: 'SYNC',
  externalId: null,
  ...(error instanceof DomainError
    ? { errorEnum: error.errorEnum, description: error.message }
    : {
        errorEnum: 'InternalError',
        description: 'Something failed on our side. What was imported before that is in the books. Try again later.',
      }),
})

async function begin(ledger: Ledger, tenant: Tenant, progress: SyncProgress, settings: HttpSettings): Promise<Work> {
  const { provider, externalCompanyId } = progress.sync
  const access = await accessTo(ledger, tenant, provider)
  if ((access.externalCompanyId ?? '') !== externalCompanyId)
    throw refused('NotConnected', 'The business was connected to another company meanwhile. Start the import again.')
  return {
    ledger,
    progress,
    request: {
      ...tenant,
      // No caller waits for an answer: the statements have their own limits.
      deadline: new Date(progress.sync.startedAt.getTime() + 86_400_000),
      markReplayed: () => undefined,
    },
    scope: { businessId: tenant.businessId, connector: access.provider.connector, externalCompanyId },
    lock: progress.lock,
    connector: connectors[access.provider.connector],
    session: openSession(access, externalCompanyId, settings, progress.signal, progress.heartbeat),
  }
}

async function importBooks(work: Work): Promise<void> {
  const accounts = await readAccounts(work)
  await takeOverAccounts(work, accounts)
  await importEntries(work, await knownAccounts(work, accounts))
  await changeCharts(work, accounts.filter(({ active }) => !active).toReversed(), STEPS.retire)
}

/** All accounts, parents first: a parent may come on a later page. */
async function readAccounts({ connector, session, progress }: Work): Promise<ProviderAccount[]> {
  const accounts: ProviderAccount[] = []
  for await (const page of connector.accounts(session)) {
    accounts.push(...page.items)
    progress.countUnreadableAccounts(page.refused.length)
    progress.addRefused(page.refused)
    if (accounts.length > MAX_ACCOUNTS)
      throw refused('PayloadTooLarge', `The company has more than ${MAX_ACCOUNTS} accounts.`)
  }
  return parentsFirst(accounts)
}

async function takeOverAccounts(work: Work, accounts: readonly ProviderAccount[]): Promise<void> {
  const imported = await importedAccounts(work)
  const changed = new Set(accounts.filter((account) => isNewOrChanged(account, imported)))
  const known = accounts.filter((account) => !changed.has(account))
  work.progress.countAccounts(new Map(known.map(({ externalId }): [string, Outcome] => [externalId, 'unchanged'])))
  await changeCharts(work, [...changed], STEPS.takeOver)
}

async function changeCharts(work: Work, accounts: readonly ProviderAccount[], step: AccountStep): Promise<void> {
  const { progress } = work
  for (const portion of portionsOf(accounts)) {
    await progress.heartbeat()
    const { outcomes, refused: refusals } = await changeChart(work, portion, step)
    progress.countAccounts(outcomes)
    progress.addRefused(refusals)
  }
  await progress.report()
}

async function knownAccounts(work: Work, accounts: readonly ProviderAccount[]): Promise<KnownAccounts> {
  const imported = await importedAccounts(work)
  const { chart } = await work.ledger.books.get(work.request)
  return {
    idOf: new Map([...imported.values()].map(({ externalId, accountId }) => [externalId, accountId])),
    currencyOf: new Map(accounts.flatMap(({ externalId, currency }) => (currency ? [[externalId, currency]] : []))),
    partyOf: new Map(
      [...imported.values()].flatMap(({ externalId, accountId }) => {
        const kind = partyOn(chart.byId.get(accountId)?.stableName ?? null)
        return kind ? [[externalId, kind]] : []
      }),
    ),
  }
}

async function importEntries(work: Work, accounts: KnownAccounts): Promise<void> {
  const { connector, session, progress, scope } = work
  const origin = { entrySource: connector.entrySource, externalCompanyId: scope.externalCompanyId }
  const importing: EntryImport = { ...work, origin, accounts }
  for await (const page of connector.journalEntries(session)) {
    progress.countEntries({ refused: page.refused.length })
    progress.addRefused(page.refused)
    const { intents, unchanged } = await newOrChanged(importing, page.items)
    progress.countEntries({ unchanged })
    for (const portion of portionsOfEntries(intents)) {
      await progress.heartbeat()
      const { counts, refused: refusals } = await postPortion(importing, portion)
      progress.countEntries(counts)
      progress.addRefused(refusals)
    }
    await progress.report()
  }
}
