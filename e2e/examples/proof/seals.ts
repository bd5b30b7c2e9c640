/** Seals that somebody outside keeps, and what they prove later. */
import {
  lineOf,
  verify,
  type Kept,
  type LogName,
  type ReportRow,
  type Source,
  type ToldLeaf,
  type ToldSeal,
} from 'pacioli-verify'
import { B, type Books } from '../shared/books.ts'
import { until } from './books.ts'

/** The seals of both logs that have anything, once the ledger's has so many records: each service seals by itself. */
export async function keepSeals({ pacioli, path }: Books, least: number): Promise<Kept[]> {
  const seals = await until(
    'the entries are sealed',
    async () => (await pacioli.GET(`${B}/seals/latest`, { params: { path } })).body.data,
    (all) => all.some(({ log, size }) => log === 'LEDGER' && size >= least) && all.some(({ log }) => log === 'BILLING'),
  )
  return seals.map(({ log, note }) => ({ name: `the seal of ${log} that was kept`, note }))
}

type Loose = (path: string, init: object) => Promise<{ body: { data: unknown } }>

/** Reads what is verified with the client of the example, whatever its token is. */
function sourceOf({ pacioli, path }: Books): Source {
  const get = pacioli.GET
  return {
    keys: async () => (await get('/.well-known/pacioli-seals.json')).body.keys.map(({ public_key }) => public_key),
    latest: async (): Promise<ToldSeal[]> => (await get(`${B}/seals/latest`, { params: { path } })).body.data,
    async *leaves(log: LogName): AsyncGenerator<ToldLeaf> {
      for await (const leaf of pacioli.pages(`${B}/seals/leaves`, { params: { path, query: { log } } })) yield leaf
    },
    consistency: async (log, from, to) =>
      (await get(`${B}/seals/consistency`, { params: { path, query: { log, from, to } } })).body.data.proof,
    report: async (name, query) => {
      const { body } = await (get as unknown as Loose)(`${B}/reports/${name}`, { params: { path, query } })
      return (body.data as { rows: ReportRow[] }).rows
    },
  }
}

/** What of the books is not as it was sealed, and how much was looked at. */
export async function verified(books: Books, kept: readonly Kept[]) {
  const work = verify(sourceOf(books), { businessId: books.path.businessId, keys: [], kept, now: () => new Date() })
  const wrong: string[] = []
  for (;;) {
    const step = await work.next()
    if (step.done) return { wrong, logs: step.value.logs }
    wrong.push(lineOf(step.value))
  }
}
