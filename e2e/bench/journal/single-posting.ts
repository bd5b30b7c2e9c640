import type { Figure } from '../bench.ts'
import { caughtUp } from '../tools/behind.ts'
import { asLedger, whileRelaying } from '../tools/database.ts'
import { callGateway, gatewayOf } from '../tools/gateway.ts'
import { alternately, rateOf } from '../tools/measure.ts'
import { sized } from '../tools/size.ts'
import { median, ratios } from '../tools/statistics.ts'
import { captureEntries, copyOf, post, postEntriesCall } from './raw-entries.ts'
import { refuseOtherRows } from './same-rows.ts'
import { entryBody, spreadBody, type Setting } from './setting.ts'

const CONNECTIONS = 32
/** As many connections as ledger-svc has to its database. */
const RAW_CONNECTIONS = 16
const POSTINGS = (): number => sized(1_000)

/** One entry a request, against the same call of the SQL function, with the same arguments, made by pg; events are relayed on both. */
export async function singlePosting(setting: Setting): Promise<Figure> {
  const { stack, superuser, books, base, accounts } = setting
  const gateway = gatewayOf(stack, CONNECTIONS)
  const raw = asLedger(stack, RAW_CONNECTIONS)
  const path = `${base}/ledger/journal-entries`
  const posted: string[] = []
  for (let n = 0; n < accounts.length / 2; n++)
    posted.push((await callGateway<'postJournalEntry'>(gateway, path, spreadBody(accounts, n))).data.id)
  const captured = await captureEntries(superuser, books, posted)
  await refuseOtherRows(setting, captured, (copies) => post(raw, postEntriesCall(books, 0, copies)))
  const bodies = captured.map((_, n) => JSON.stringify(spreadBody(accounts, n)))

  const throughGateway = (): Promise<number> =>
    rateOf(CONNECTIONS, POSTINGS(), (index) => gateway.send('POST', path, bodies[index % bodies.length]))
  const byHand = (): Promise<number> => {
    const calls = Array.from({ length: POSTINGS() }, (_, index) => {
      const entry = captured[index % captured.length] ?? fail()
      return postEntriesCall(books, index % RAW_CONNECTIONS, [copyOf(entry)])
    })
    return whileRelaying([superuser], () =>
      rateOf(RAW_CONNECTIONS, POSTINGS(), (index) => post(raw, calls[index] ?? fail())),
    )
  }
  const { first, second } = await alternately(throughGateway, byHand, { before: () => caughtUp(stack) })
  await Promise.all([gateway.close(), raw.end()])
  return {
    what: `Single posting, ${CONNECTIONS} connections / one raw SQL call per posting, ${RAW_CONNECTIONS} connections (the service's pool)`,
    sides: `${median(first).toFixed(0)}/s / ${median(second).toFixed(0)}/s`,
    value: median(ratios(first, second)),
    target: { atLeast: 0.3 },
    samples: { gateway_per_second: first, raw_per_second: second },
  }
}

/** All clients post to the same two accounts, against all to different ones. */
export async function hotAccount({ stack, base, accounts }: Setting): Promise<Figure> {
  const gateway = gatewayOf(stack, CONNECTIONS)
  const path = `${base}/ledger/journal-entries`
  const spread = Array.from({ length: accounts.length / 2 }, (_, n) => JSON.stringify(spreadBody(accounts, n)))
  const hot = JSON.stringify(entryBody(accounts[0] ?? '', accounts[1] ?? ''))
  const { first, second } = await alternately(
    () => rateOf(CONNECTIONS, POSTINGS(), () => gateway.send('POST', path, hot)),
    () => rateOf(CONNECTIONS, POSTINGS(), (index) => gateway.send('POST', path, spread[index % spread.length])),
    { before: () => caughtUp(stack) },
  )
  await gateway.close()
  return {
    what: `One hot pair of accounts / postings spread over ${accounts.length} accounts, ${CONNECTIONS} connections`,
    sides: `${median(first).toFixed(0)}/s / ${median(second).toFixed(0)}/s`,
    value: median(ratios(first, second)),
    target: { atLeast: 0.8 },
    samples: { hot_per_second: first, spread_per_second: second },
  }
}

const fail = (): never => {
  throw new Error('There are fewer entries than expected.')
}
