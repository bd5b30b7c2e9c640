import type { Figure } from '../bench.ts'
import { caughtUp } from '../tools/behind.ts'
import { asLedger, whileRelaying } from '../tools/database.ts'
import { authorizationOf, Caller, requestOf } from '../tools/caller.ts'
import { callGateway, gatewayOf } from '../tools/gateway.ts'
import { alternately, rateOf } from '../tools/measure.ts'
import { sized } from '../tools/size.ts'
import { median, ratios } from '../tools/statistics.ts'
import { rawBatch, writeBatch } from './raw-batch.ts'
import { captureEntries, copyOf } from './raw-entries.ts'
import { refuseOtherRows } from './same-rows.ts'
import { spreadBody, type Setting } from './setting.ts'

const CONNECTIONS = 4
const ENTRIES = 100
const BATCHES = (): number => sized(40)
/** Requests that don't count: the code of a service that has run for long is compiled, and what writes raw has little. */
const WARM_UP = 400

/**
 * Bulk requests through the gateway, against batches of the same rows written by pg: BEGIN, the tenant, one multi-row
 * INSERT each into journal_entries, line_items and account_balances (an upsert), the events by the function that writes them, COMMIT, as the role of the
 * service. The rows are copies, under new ids, of what the product wrote for such a request, made before the clock starts.
 * On both sides the events are relayed and taken in meanwhile. The product alone keeps sums within long days.
 */
export async function bulkPosting(setting: Setting): Promise<Figure> {
  const { stack, superuser, books, base, accounts } = setting
  const gateway = gatewayOf(stack, 1)
  const callers = Array.from({ length: CONNECTIONS }, () => new Caller(stack))
  const raw = asLedger(stack, CONNECTIONS)
  const path = `${base}/ledger/journal-entries/bulk`
  const bodies = Array.from({ length: ENTRIES }, (_, n) => spreadBody(accounts, n))
  const request = requestOf(stack, 'POST', path, authorizationOf(stack), JSON.stringify(bodies))
  const posted = await callGateway<'postJournalEntries'>(gateway, path, bodies)
  await gateway.close()
  const captured = await captureEntries(
    superuser,
    books,
    posted.data.map(({ id }) => id),
  )
  await refuseOtherRows(setting, captured, (copies) => writeBatch(raw, rawBatch(books, 0, copies)))

  const post = (count: number): Promise<number> =>
    rateOf(CONNECTIONS, count, (_request, caller) => callers[caller]?.send(request) ?? Promise.resolve())
  const throughGateway = (): Promise<number> => post(BATCHES())
  const byHand = (): Promise<number> => {
    const batches = Array.from({ length: BATCHES() }, () => captured.map(copyOf))
    const prepared = batches.map((batch, index) => rawBatch(books, index % CONNECTIONS, batch))
    return whileRelaying([superuser], () =>
      rateOf(CONNECTIONS, BATCHES(), (index) => writeBatch(raw, prepared[index] ?? [])),
    )
  }
  await post(sized(WARM_UP))
  const { first, second } = await alternately(throughGateway, byHand, { before: () => caughtUp(stack) })
  callers.forEach((caller) => caller.close())
  await raw.end()
  const [ours, theirs] = [first, second].map((rates) => rates.map((rate) => rate * ENTRIES))
  return {
    what: `Bulk posting, ${ENTRIES} entries a request, ${CONNECTIONS} connections / raw pg batches of the same rows`,
    sides: `${median(ours ?? []).toFixed(0)} entries/s / ${median(theirs ?? []).toFixed(0)} entries/s`,
    value: median(ratios(first, second)),
    target: { atLeast: 0.5 },
    samples: { gateway_entries_per_second: ours ?? [], raw_entries_per_second: theirs ?? [] },
  }
}
