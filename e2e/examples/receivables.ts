/** `npm run example:receivables`: the sales of a shop go in over HTTP and come out as what each customer and country owes. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { PacioliClient } from '@pacioli/client'
import { Command, InvalidArgumentError } from 'commander'
import { enter, partsOf, readFigures } from './receivables/books.ts'
import { compareControls, compareSums, figuresOf } from './receivables/figures.ts'
import { externalIdOf, planOf } from './receivables/plan.ts'
import { readSales, type SalesDocument } from './receivables/sales-file.ts'
import { readTotals } from './receivables/totals-file.ts'
import { addressOf, openBusiness } from './shared/books.ts'
import { comparedTable } from './shared/compared.ts'
import { withConnection, type ConnectionOptions } from './shared/connection.ts'
import { currencyOf, type Currency } from './shared/currency.ts'
import { Progress } from './shared/progress.ts'
import { Refusal } from './shared/refusal.ts'
import { runProgram } from './shared/run-program.ts'

const sample = join(import.meta.dirname, 'sample-receivables')

type Input = {
  name: string
  externalId: string
  documents: SalesDocument[]
  /** What somebody else says that each customer came to, if there is such a file. */
  totals: ReadonlyMap<string, bigint> | undefined
  currency: Currency
}

/** @throws Refusal before anything is created */
function readInput(sales: string, totals: string | undefined, currency: Currency): Input {
  const bytes = bytesOf(sales)
  const name = basename(sales).replace(/\.csv(\.gz)?$/, '')
  const fingerprint = createHash('sha256').update(`${name}\n`).update(bytes).digest('hex').slice(0, 32)
  return {
    name,
    // The same file means the same business: running it again finds what is there already.
    externalId: `sales-${fingerprint}-${currency.code}`,
    documents: readSales(bytes, basename(sales), currency),
    totals: totals === undefined ? undefined : readTotals(bytesOf(totals), basename(totals), currency),
    currency,
  }
}

function bytesOf(path: string): Buffer {
  try {
    return readFileSync(path)
  } catch (error) {
    throw new Refusal(`${path} can't be read: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** Enters the file and says how the books compare with it. Returns whether every figure is as expected. */
async function run(pacioli: PacioliClient, input: Input, bulk: number): Promise<boolean> {
  const { name, externalId, documents, totals, currency } = input
  const plan = planOf(documents)
  const books = await openBusiness(pacioli, { external_id: externalId, legal_name: name, currency: currency.code })
  console.log(`\n${name}: ${documents.length} documents in the books of ${addressOf(books)}`)
  const progress = new Progress(partsOf(plan))
  await enter(books, plan, { size: bulk, progress })
  console.log(`${plan.invoices.length} invoices and ${plan.refunds.length} credit notes are there.\n`)

  const file = figuresOf(documents)
  const day = documents.reduce((last, { at }) => (at.slice(0, 10) > last ? at.slice(0, 10) : last), '')
  const figures = await readFigures(books, { countries: file.byCountry.keys(), day, progress })
  const oracle = totals && new Map([...totals].map(([customer, net]) => [externalIdOf(customer), net]))
  const customers = compareSums(file.byCustomer, figures.byCustomer, ...(oracle ? [oracle] : []))
  const countries = compareSums(file.byCountry, figures.byCountry)
  const controls = compareControls(file, figures)
  const net = `Net ${currency.code}`
  console.log(comparedTable(customers, ['Customer', net, 'Books', ...(oracle ? ['Totals'] : [])], currency))
  console.log(`\n${comparedTable(countries, ['Country', net, 'Books'], currency)}`)
  console.log(
    `\n${comparedTable(controls, ['Account', `File ${currency.code}`, 'Ledger', 'Trial balance'], currency, { isWhole: true })}`,
  )
  const different = [...customers, ...countries, ...controls].filter(({ isEqual }) => !isEqual).map((one) => one.name)
  console.log(
    different.length === 0
      ? `\nEqual in ${customers.length} customers and ${countries.length} countries.`
      : `\nDifferent: ${different.join(', ')}`,
  )
  return different.length === 0
}

function invoicesOf(text: string): number {
  const count = Number(text)
  if (!Number.isInteger(count) || count < 1 || count > 1_000)
    throw new InvalidArgumentError('Expected a whole number from 1 to 1000.')
  return count
}

type Options = ConnectionOptions & { currency: string; totals?: string; bulk: number; unlimited?: boolean }

const program = new Command('npm run example:receivables --')
  .description(
    'Enters the sales of a shop over HTTP: invoices through the bulk endpoint, as fast as its limit of 20 requests a second allows, credit notes as refunds that hang on their customer alone, since they name no invoice; both carry their country as a tag. Then prints what each customer and each country came to, beside the same figures computed from the file, and fails on any difference.',
  )
  .argument(
    '[file]',
    'CSV, gzipped or not, with the columns InvoiceNo, StockCode, Description, Quantity, InvoiceDate, UnitPrice, CustomerID and Country, a row for each line; without one, a sample of a small shop. A file of 100,000 rows takes some minutes',
  )
  .option('--totals <file>', 'CSV with the columns customer_id and net: what somebody else says that each came to')
  .option('--bulk <invoices>', 'invoices in one request', invoicesOf, 100)
  .option('--unlimited', 'lift the limit of bulk requests: for a stack that is started for this run alone')
  .option('--currency <code>', 'what the amounts are in', 'GBP')
  .option('--url <url>', 'a gateway; else the stack of PACIOLI_STATE_DIR (.pacioli), else one for this run alone')
  .option('--token <token>', 'an access token with books:read and books:write for that gateway')
  .action(async (file: string | undefined, { currency, totals, bulk, unlimited, ...options }: Options) => {
    const [sales, sums] = file === undefined ? [join(sample, 'sales.csv'), join(sample, 'totals.csv')] : [file, totals]
    const input = readInput(sales, sums, currencyOf(currency))
    const env: Record<string, string> = unlimited ? { GATEWAY_BULK_RATE_LIMIT_PER_SECOND: '0' } : {}
    const isEqual = await withConnection(options, (pacioli) => run(pacioli, input, bulk), {
      env,
      isAlone: unlimited === true,
    })
    process.exitCode = isEqual ? 0 : 1
  })

await runProgram(program)
