import type { Answers } from '../../src/answers.ts'
import { caughtUp } from '../tools/behind.ts'
import { compareReads } from '../tools/compare-reads.ts'
import { asLedger } from '../tools/database.ts'
import { gatewayOf, type Gateway } from '../tools/gateway.ts'
import { sized } from '../tools/size.ts'
import { balanceOf, createAccount, fill, settleTables, type LongAccount } from './long-accounts.ts'
import type { Setting } from './setting.ts'

const PAGE = 100
/** The largest page there is, for walking through an account. */
const STRIDE = 500
/** Of each in a round: medians of so many differ by some hundredths from round to round. */
const READS = 40

const spans = [
  { name: 'three years', from: new Date('2023-01-01T00:00:00Z'), until: new Date('2026-01-01T00:00:00Z') },
  { name: 'one day', from: new Date('2026-03-03T00:00:00Z'), until: new Date('2026-03-04T00:00:00Z') },
]
const sizes = (): [number, number] => [sized(1_000_000), 10_000]

type Place = 'first' | 'middle' | 'last'
const places: readonly Place[] = ['first', 'middle', 'last']

/** Pages of 100 lines with running balances, of an account with a million lines and of one with ten thousand. */
export async function accountPages(setting: Setting): Promise<void> {
  const { stack, say, report, superuser, books, base } = setting
  const gateway = gatewayOf(stack, spans.length)
  const raw = asLedger(stack, spans.length)
  say(`loading two accounts of each of ${sizes().join(' and ')} lines`)
  const spanned = await Promise.all(
    spans.map(async (span) => {
      const [large, small, counter] = await Promise.all([
        ...sizes().map((lines) => createAccount(gateway, base, `${lines} lines in ${span.name}`)),
        createAccount(gateway, base, `Balancing line, ${span.name}`),
      ])
      return { span, accounts: [large ?? '', small ?? ''], counter: counter ?? '' }
    }),
  )
  // Creating accounts opened new epochs of the books.
  const { rows } = await superuser.query<{ books_epoch: string }>('SELECT books_epoch FROM businesses WHERE id = $1', [
    books.businessId,
  ])
  const now = { ...books, epoch: Number(rows[0]?.books_epoch) }
  const loaded = await Promise.all(
    spanned.map(async ({ span, accounts, counter }) => {
      const long = sizes().map((lines, index): LongAccount => ({ ...span, lines, id: accounts[index] ?? '' }))
      for (const account of long) await fill(raw, now, account, counter)
      return { span, long }
    }),
  )
  await settleTables(setting)
  await caughtUp(stack)
  say('walking to the middle and to the end of each')
  const walked = await Promise.all(
    loaded.map(async ({ span, long }) => ({
      span,
      pages: await Promise.all(long.map((account) => pagesOf(gateway, base, account))),
    })),
  )
  for (const { span, pages } of walked) {
    const [large, small] = pages
    say(`reading, ${span.name}`)
    for (const place of places)
      report([
        await compareReads(gateway, {
          what: `Page of account lines, ${span.name}, ${place} page`,
          large: large?.[place] ?? '',
          small: small?.[place] ?? '',
          sizes: sizes(),
          count: READS,
          atMost: 1.2,
        }),
      ])
  }
  await Promise.all([gateway.close(), raw.end()])
}

/** Paths of the first, middle and last page; cursors come from the API alone, so the account is walked through. */
async function pagesOf(gateway: Gateway, base: string, account: LongAccount): Promise<Record<Place, string>> {
  const path = `${base}/ledger/accounts/${account.id}/lines`
  const cursors: string[] = []
  let last = `${path}?limit=${STRIDE}`
  for (let query = last; ;) {
    const text = (await gateway.send('GET', query)).toString()
    const cursor = /"cursor":"([^"]+)"/.exec(text.slice(-1_000))?.[1]
    if (cursor === undefined) {
      refuseWrongEnd(text, account)
      break
    }
    cursors.push(cursor)
    query = `${path}?limit=${STRIDE}&cursor=${cursor}`
    last = query
  }
  // The last stride is cut into pages of the size that is measured.
  const strides = STRIDE / PAGE - 1
  let end = last.replace(`limit=${STRIDE}`, `limit=${PAGE}`)
  for (let step = 0; step < strides; step++) {
    const text = (await gateway.send('GET', end)).toString()
    const cursor = /"cursor":"([^"]+)"/.exec(text.slice(-1_000))?.[1]
    end = `${path}?limit=${PAGE}&cursor=${cursor}`
  }
  const middle = cursors[Math.floor(cursors.length / 2)]
  return { first: `${path}?limit=${PAGE}`, middle: `${path}?limit=${PAGE}&cursor=${middle}`, last: end }
}

/** The end of the walk shows whether the pages were right: the count, and the balance of all lines. */
function refuseWrongEnd(text: string, account: LongAccount): void {
  const { lines, name } = account
  const { data, meta } = JSON.parse(text) as Answers['listAccountLines']
  const balance = balanceOf(account)
  if (meta.pagination.total_count !== lines || data.at(-1)?.running_balance !== balance)
    throw new Error(
      `${name}: expected ${lines} lines with a balance of ${balance} at the end, but found ${meta.pagination.total_count} with ${data.at(-1)?.running_balance}.`,
    )
}
