import type { BenchContext } from '../bench.ts'
import { compareReads } from '../tools/compare-reads.ts'
import { callGateway, type Gateway } from '../tools/gateway.ts'
import { MATCHES, type LoadedBusiness } from './loaded-business.ts'

/** Of each in a round. */
const READS = 8
const AT_MOST = 2

/** Filters that match as many transactions of a small business as of a large one. */
const selective: Record<string, (business: LoadedBusiness) => string> = {
  reference_number: () => 'reference_number=REF',
  reference_numbers: () => 'reference_numbers=REF,none',
  dates: () => 'start_date=2016-01-01&end_date=2019-12-31',
  direction: () => 'direction=INFLOW',
  categorization_status: () => 'categorization_status=READY_FOR_INPUT',
  categorized: () => 'categorized=false',
  is_matched: () => 'is_matched=true',
  'category (id)': ({ category }) => `category=${category}`,
  'category (stable name)': () => 'category=BAD_DEBT',
  amounts: () => 'amount_min=7777777&amount_max=7777777',
  description_filter: () => 'description_filter=zebrastripe',
  description_filter_regex: () => 'description_filter_regex=Zeb%5Ba-z%5D%2Bpe%24',
  merchant_name_filter: () => 'merchant_name_filter=xylophone',
  merchant_name_filter_regex: () => 'merchant_name_filter_regex=%5EXyloph.ne',
  memo: () => 'memo=Yak%20memo',
  memo_contains: () => 'memo_contains=yak',
  external_account_ids: ({ few }) => `external_account_ids=${few.externalAccountId}`,
  bank_account_ids: ({ few }) => `bank_account_ids=${few.bankAccountId}`,
  source_account_ids: () => 'source_account_ids=few',
  external_ids: () => `external_ids=${Array.from({ length: 100 }, (_, index) => `few-${index}`).join(',')}`,
  customer_id: ({ customer }) => `customer_id=${customer}`,
  customer_external_id: () => 'customer_external_id=customer',
  vendor_id: ({ vendor }) => `vendor_id=${vendor}`,
  vendor_external_id: () => 'vendor_external_id=vendor',
  counterparty_id: ({ counterparty }) => `counterparty_id=${counterparty}`,
  has_counterparty: () => 'has_counterparty=true',
  tags: () => 'tag_key=project&tag_values=few',
  rule_id: ({ rule }) => `rule_id=${rule}`,
  'q (words)': () => 'q=zebra%20quagga',
  'q (amount)': () => 'q=%2B77%2C777.77',
  'several filters': () => 'direction=INFLOW&description_filter=card&categorized=false&amount_min=1000',
}

/** Filters that match nearly everything: their first page counts, the others don't. */
const broad: Record<string, (business: LoadedBusiness) => string> = {
  'no filter': () => '',
  direction: () => 'direction=OUTFLOW',
  categorized: () => 'categorized=true',
  category: ({ otherCategory }) => `category=${otherCategory}`,
  bank_account_ids: ({ rest }) => `bank_account_ids=${rest.bankAccountId}`,
  has_counterparty: () => 'has_counterparty=false',
  amount_min: () => 'amount_min=1000',
  dates: () => 'start_date=2020-01-01',
  description_filter: () => 'description_filter=ordinary',
  q: () => 'q=card%20ordinary',
}

const SORTS = ['date', 'amount', 'counterparty_name', 'name'] as const
/** The largest page there is, for walking. */
const STRIDE = 500

/** Pages of 100 transactions of a business that has a million and of one that has ten thousand. */
export async function listing(
  gateway: Gateway,
  report: BenchContext['report'],
  large: LoadedBusiness,
  small: LoadedBusiness,
): Promise<void> {
  const compare = async (what: string, pathOf: (business: LoadedBusiness) => Promise<string>): Promise<void> => {
    const [ofLarge, ofSmall] = [await pathOf(large), await pathOf(small)]
    const reads = {
      what,
      large: ofLarge,
      small: ofSmall,
      sizes: [large.size, small.size] as const,
      count: READS,
      atMost: AT_MOST,
    }
    report([await compareReads(gateway, reads)])
  }
  for (const [name, query] of Object.entries(selective))
    await compare(`Filter ${name}`, async (business) => {
      const path = `${business.base}/bank-transactions?${query(business)}`
      const { meta } = await callGateway<'listBankTransactions'>(gateway, path)
      const expected = name === 'external_ids' ? 100 : MATCHES
      if (meta.pagination.total_count !== expected)
        throw new Error(`${path}: expected ${expected} matches, but there are ${meta.pagination.total_count}.`)
      return path
    })
  for (const [name, query] of Object.entries(broad))
    await compare(`Second page, ${name}, most match`, (business) => nextOf(gateway, business, query(business), 1, 100))
  for (const sort of SORTS)
    await compare(`Page after a tenth of all, by ${sort}`, (business) =>
      nextOf(gateway, business, `sort_by=${sort}`, business.size / 10 / STRIDE, STRIDE),
    )
}

/** The path of the page after so many. */
async function nextOf(gateway: Gateway, { base }: LoadedBusiness, query: string, pages: number, limit: number) {
  const path = `${base}/bank-transactions?${query === '' ? '' : `${query}&`}`
  let cursor = ''
  for (let page = 0; page < pages; page++) {
    const text = (await gateway.send('GET', `${path}limit=${limit}${cursor}`)).toString()
    const next = /"cursor":"([^"]+)"/.exec(text.slice(-1_000))?.[1]
    if (next === undefined) throw new Error(`${path} ended after ${page + 1} pages of ${limit}; expected more.`)
    cursor = `&cursor=${next}`
  }
  return `${path}limit=100${cursor}`
}
