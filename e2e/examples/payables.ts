/** `npm run example:payables`: a list of payments to suppliers goes in over HTTP and comes out as bills, debts and figures. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { PacioliClient } from '@pacioli/client'
import { Command } from 'commander'
import { enter, partsOf, readFigures } from './payables/books.ts'
import { compareControls, compareTypes, compareVendors, figuresOf } from './payables/figures.ts'
import { readPayments, type PaymentRow } from './payables/payments-file.ts'
import { planOf, type Plan } from './payables/plan.ts'
import { controlsTable, planned, typesTable, vendorsTable } from './payables/show.ts'
import { addressOf, openBusiness } from './shared/books.ts'
import { withConnection, type ConnectionOptions } from './shared/connection.ts'
import { currencyOf, type Currency } from './shared/currency.ts'
import { Progress } from './shared/progress.ts'
import { Refusal } from './shared/refusal.ts'
import { runProgram } from './shared/run-program.ts'

const sample = join(import.meta.dirname, 'sample-payables')

type Input = { name: string; externalId: string; rows: PaymentRow[]; plan: Plan; currency: Currency }

const sampleFiles = (): string[] =>
  readdirSync(sample)
    .sort()
    .map((name) => join(sample, name))

/** @throws Refusal before anything is created */
function readInput(path: string, currency: Currency): Input {
  const bytes = bytesOf(path)
  const name = basename(path).replace(/\.csv(\.gz)?$/, '')
  const rows = readPayments(bytes, basename(path), currency)
  return {
    name,
    // The same file means the same business: running it again finds what is there already.
    externalId: `payments-${fingerprintOf(name, bytes)}-${currency.code}`,
    rows,
    plan: planOf(rows),
    currency,
  }
}

const fingerprintOf = (name: string, bytes: Uint8Array): string =>
  createHash('sha256').update(`${name}\n`).update(bytes).digest('hex').slice(0, 32)

function bytesOf(path: string): Buffer {
  try {
    return readFileSync(path)
  } catch (error) {
    throw new Refusal(`${path} can't be read: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** Enters the file and says how the books compare with it. Returns whether every figure is as expected. */
async function run(pacioli: PacioliClient, { name, externalId, rows, plan, currency }: Input): Promise<boolean> {
  const books = await openBusiness(pacioli, { external_id: externalId, legal_name: name, currency: currency.code })
  console.log(`\n${name}: ${rows.length} rows in the books of ${addressOf(books)}`)
  const progress = new Progress(partsOf(plan))
  await enter(books, plan, progress)
  console.log(`${planned(plan)} are there.\n`)

  const file = figuresOf(rows)
  const day = rows.reduce((last, row) => (row.day > last ? row.day : last), '')
  const figures = await readFigures(books, { expenseTypes: file.incurred.keys(), day, progress })
  const types = compareTypes(file, figures)
  const vendors = compareVendors(file, figures)
  const controls = compareControls(file, figures)
  console.log(typesTable(types, file.rowsOfType, currency))
  console.log(`\n${vendorsTable(vendors, currency)}`)
  console.log(`\n${controlsTable(controls, currency)}`)
  const compared = [...types.flatMap(({ incurred, paid }) => [incurred, paid]), ...vendors, ...controls]
  const different = [...new Set(compared.filter(({ isEqual }) => !isEqual).map((one) => one.name))]
  console.log(
    different.length === 0
      ? `\nEqual in ${types.length} expense types and ${vendors.length} open vendors.`
      : `\nDifferent from the file: ${different.join(', ')}`,
  )
  return different.length === 0
}

const program = new Command('npm run example:payables --')
  .description(
    'Enters a list of payments to suppliers over HTTP: each row a bill, received on the day of its payment, as such lists know no other day, due 30 days later; one payment for each supplier and day; rows below zero as vendor credits. Bills of the last ten days stay unpaid. Then prints what each expense type came to and what is open at each vendor, beside the same figures computed from the file, and fails on any difference. Amounts are taken as they are, without taxes.',
  )
  .argument(
    '[files...]',
    'CSV, gzipped or not, with the columns Date, Transaction Number, Invoice Number, Amount, Supplier Name, Supplier ID and Expense Type; without one, a sample of a small town. A file of 10,000 rows takes some minutes',
  )
  .option('--currency <code>', 'what the amounts are in', 'GBP')
  .option('--url <url>', 'a gateway; else the stack of PACIOLI_STATE_DIR (.pacioli), else one for this run alone')
  .option('--token <token>', 'an access token with books:read and books:write for that gateway')
  .action(async (files: string[], { currency, ...options }: ConnectionOptions & { currency: string }) => {
    const inputs = (files.length > 0 ? files : sampleFiles()).map((path) => readInput(path, currencyOf(currency)))
    const results = await withConnection(options, async (pacioli) => {
      const equal: boolean[] = []
      for (const input of inputs) equal.push(await run(pacioli, input))
      return equal
    })
    process.exitCode = results.every(Boolean) ? 0 : 1
  })

await runProgram(program)
