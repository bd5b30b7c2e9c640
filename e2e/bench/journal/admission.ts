import { decodeJwt } from 'jose'
import { join } from 'node:path'
import type { Figure } from '../bench.ts'
import { caughtUp } from '../tools/behind.ts'
import { callGateway, gatewayOf } from '../tools/gateway.ts'
import { alternately, rateOf } from '../tools/measure.ts'
import { sized } from '../tools/size.ts'
import { median, ratios } from '../tools/statistics.ts'
import { entryBody, type Setting } from './setting.ts'

const CONNECTIONS = 16
const READS = 1_500

/** Counted like any other, and never reached. */
const LIMITED = { GATEWAY_RATE_LIMIT_PER_SECOND: '1000000', GATEWAY_RATE_LIMIT_BURST: '1000000' }
/** Its programs are those of this checkout, but for what it leaves out. */
const OPEN = join(import.meta.dirname, 'open-gateway')

/** What it costs to know the caller and to count its requests: an entry read through a gateway that does, and one that doesn't. */
export async function admission({ stack, base, accounts }: Setting): Promise<Figure> {
  const { client_id: clientId, token } = stack.dev
  const { iat = 0, exp = 0, scope } = decodeJwt<{ scope: string }>(token)
  const caller = { clientId, scopes: scope.split(' '), issuedAt: iat, expiresAt: exp }
  const admitting = await stack.addReplica('gateway', LIMITED)
  stack.useApps(OPEN)
  const open = await stack.addReplica('gateway', { BENCH_CALLER: JSON.stringify(caller) })
  stack.useApps()
  const body = entryBody(accounts[0] ?? '', accounts[1] ?? '')
  const gateways = [admitting, open].map(({ address }) => gatewayOf({ baseUrl: address }, CONNECTIONS, token))
  const [strict, trusting] = gateways
  if (!strict || !trusting) throw new Error('Expected two gateways.')
  const { data } = await callGateway<'postJournalEntry'>(strict, `${base}/ledger/journal-entries`, body)
  const read = (gateway: typeof strict) => (): Promise<number> =>
    rateOf(CONNECTIONS, sized(READS), () => gateway.send('GET', `${base}/ledger/entries/${data.id}`))
  const { first, second } = await alternately(read(strict), read(trusting), { before: () => caughtUp(stack) })
  await Promise.all([...gateways.map((gateway) => gateway.close()), admitting.stop(), open.stop()])
  return {
    what: `Reading an entry, ${CONNECTIONS} connections: with tokens verified and limits counted / without`,
    sides: `${median(first).toFixed(0)}/s / ${median(second).toFixed(0)}/s`,
    value: median(ratios(first, second)),
    target: { atLeast: 0.9 },
    samples: { admitting_per_second: first, open_per_second: second },
  }
}
