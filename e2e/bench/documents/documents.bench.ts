import { openSetting, spreadBody } from '../journal/setting.ts'
import type { Bench, Figure } from '../bench.ts'
import { gatewayOf } from '../tools/gateway.ts'
import { timeOf } from '../tools/measure.ts'
import { costOf, cpuOf, meterOf } from '../tools/cost.ts'
import { rounds, sized } from '../tools/size.ts'
import { median, ratios } from '../tools/statistics.ts'
import { documentsOf, type Ask } from './documents.ts'

const REQUESTS = 100

type Samples = { cpu: number[]; p50: number[] }

/** What a single document costs, with the entries that it posts and all that follows, against a journal entry. */
export const documents: Bench = {
  name: 'documents',
  description:
    'single bills, invoices, payments and refunds, one caller: CPU of the whole system and p50, against a journal entry',
  parts: [],
  rounds: 3,
  run: async (context) => {
    const { stack, say } = context
    const { base, accounts, superuser } = await openSetting(context, 'Documents')
    await superuser.end()
    const gateway = gatewayOf(stack, 1)
    const meter = meterOf(stack)
    const entry = JSON.stringify(spreadBody(accounts, 0))
    const asks: Record<string, Ask> = {
      entry: () => gateway.send('POST', `${base}/ledger/journal-entries`, entry),
      ...(await documentsOf(gateway, base)),
    }
    const measured = Object.fromEntries(
      Object.keys(asks).map((kind): [string, Samples] => [kind, { cpu: [], p50: [] }]),
    )
    for (let round = 0; round <= rounds(); round++) {
      say(`round ${round} of ${rounds()}`)
      for (const [kind, ask] of Object.entries(asks)) {
        const times: number[] = []
        const act = async (): Promise<unknown> => times.push(await timeOf(ask))
        const cost = await costOf(stack, meter, { callers: 1, count: sized(REQUESTS), act })
        if (round === 0) continue
        measured[kind]?.cpu.push(cpuOf(cost))
        measured[kind]?.p50.push(median(times))
      }
      if (round > 0) context.report(figuresIn(measured))
    }
    await gateway.close()
  },
}

function figuresIn({ entry, ...others }: Record<string, Samples>): Figure[] {
  if (!entry) throw new Error('Expected the journal entry to be measured.')
  return Object.entries(others).flatMap(([kind, samples]) => figuresOf(kind, samples, entry))
}

const figuresOf = (kind: string, document: Samples, entry: Samples): Figure[] =>
  (['cpu', 'p50'] as const).map((what) => ({
    what: `${kind[0]?.toUpperCase()}${kind.slice(1)} / a journal entry: ${what === 'cpu' ? 'CPU of the whole system' : 'p50'}`,
    sides: `${median(document[what]).toFixed(1)} ms / ${median(entry[what]).toFixed(1)} ms`,
    value: median(ratios(document[what], entry[what])),
    samples: { document_ms: document[what], entry_ms: entry[what] },
  }))
