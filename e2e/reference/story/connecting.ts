/** Books that were kept elsewhere come over. */
import {
  OAuthProviderDouble,
  QUICKBOOKS_TYPES as TYPES,
  quickbooksAccount,
  QuickbooksCompany,
  quickbooksEntry,
  quickbooksLine,
  waitFor,
} from '@pacioli/testing'
import type { Telling } from '../telling.ts'

/** Where the accounting software elsewhere is, in this run. */
export type Elsewhere = { oauthServerUrl: string; quickbooksUrl: string }

const COMPANY = '4620816365000001'
const path = { provider: 'quickbooks' }

export async function connect(telling: Telling, { oauthServerUrl, quickbooksUrl }: Elsewhere): Promise<void> {
  const company = new QuickbooksCompany(quickbooksUrl, COMPANY)
  await company.keep(books)
  const { data: authorization } = await telling.tell('authorizeConnection', { path })
  const provider = new OAuthProviderDouble(oauthServerUrl, path.provider)
  const { searchParams } = await provider.visit(authorization.redirect_url, { company: COMPANY })
  const query = Object.fromEntries(searchParams)
  await telling.tell('completeConnection', { as: telling.api.as(undefined), path, query })
  // It runs when it is answered, however fast it is.
  await company.hold(true)
  await telling.tell('syncConnection', { path })
  await company.hold(false)
  await waitFor('the import to end', async () => {
    const { body } = await telling.api.call('getConnectionStatus', { path })
    return !body.data.is_syncing
  })
  await telling.tell('getConnectionStatus', { path })
  await telling.tell('unlinkConnection', { path })
}

const [CHECKING, SERVICES] = ['35', '1']
const books = {
  Account: [
    quickbooksAccount(CHECKING, 'Main checking', TYPES.checking),
    quickbooksAccount(SERVICES, 'Services', TYPES.services),
  ],
  JournalEntry: [
    quickbooksEntry('1', '2025-11-28', [
      quickbooksLine('Debit', CHECKING, 100.1),
      quickbooksLine('Credit', SERVICES, 100.1),
    ]),
    // Of an account that is no more.
    quickbooksEntry('2', '2025-11-29', [quickbooksLine('Debit', CHECKING, 1), quickbooksLine('Credit', '404', 1)]),
  ],
}
