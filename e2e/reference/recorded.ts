/** The examples of the reference, told anew to a running product: one business, from its first day to its archive. */
import { newClient, type Target, type TestClient } from '../src/clients.ts'
import { ask, beTold } from './story/asking.ts'
import { bank, endRule } from './story/banking.ts'
import { connect, type Elsewhere } from './story/connecting.ts'
import { closeYear, defineTags, keepChart, keepJournal } from './story/journal.ts'
import { configure, open } from './story/opening.ts'
import { buy } from './story/payables.ts'
import { sell } from './story/receivables.ts'
import { report } from './story/reports.ts'
import { Steady, type Examples, type Stand } from './steady.ts'
import { Telling } from './telling.ts'

/** What no run that goes well is answered; an account that is there already is refused, or answered again as new. */
const notTold = (told: Examples): Examples => ({
  getReadiness: { 503: { status: 'not ready' } },
  createAccount: { 200: told['createAccount']?.['201'] },
})

/** @returns by operation, in the order of the document */
export const recordExamples = async (target: Target, elsewhere: Elsewhere): Promise<Examples> =>
  tellAll(target, elsewhere, await newClient(target, 'the reference'))

/** The story, in which every operation is called, told by this client. */
export async function tellAll(target: Target, elsewhere: Elsewhere, client: TestClient): Promise<Examples> {
  const telling = new Telling(client.api)
  let platform = ''
  const chapters: (() => Promise<void>)[] = [
    () => open(telling, client),
    () => configure(telling, client),
    () => defineTags(telling),
    async () => keepJournal(telling, await keepChart(telling)),
    () => buy(telling, target.postgresAdminUrl),
    () => sell(telling),
    () => bank(telling),
    () => closeYear(telling),
    () => ask(telling),
    () => report(telling),
    async () => void (platform = await beTold(telling)),
    () => connect(telling, elsewhere),
    () => endRule(telling),
    async () => void (await telling.tell('archiveBusiness')),
  ]
  for (const chapter of chapters) {
    telling.chapter()
    await chapter()
  }
  const stand: Stand = [
    [platform, 'https://platform.example/hooks'],
    [target.baseUrl, 'https://books.example'],
    [elsewhere.oauthServerUrl, 'https://accounts.example'],
    [client.secret, 'the-secret-of-the-client'],
  ]
  const shown = new Steady(telling.steps, stand).examples()
  const more = notTold(shown)
  const ids = [...client.api.contract.operations.keys()]
  return Object.fromEntries(ids.flatMap((id) => (shown[id] ? [[id, { ...shown[id], ...more[id] }] as const] : [])))
}
