/** `npm run example:journal`: a plain-text-accounting ledger goes in over HTTP and comes out as a trial balance. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { PacioliClient } from '@pacioli/client'
import { SingleBar } from 'cli-progress'
import { Command } from 'commander'
import { postEntries, readBooks } from './journal/books.ts'
import { chartOf } from './journal/chart.ts'
import { compare } from './journal/compare.ts'
import { addressOf, openAccounts, openBusiness, type Books } from './shared/books.ts'
import { withConnection, type ConnectionOptions } from './shared/connection.ts'
import { entriesOf } from './journal/entries.ts'
import { readBalances, readPostings, sumPostings, type Balances, type LedgerFile } from './journal/ledger-file.ts'
import { aloud } from './shared/progress.ts'
import { Refusal } from './shared/refusal.ts'
import { runProgram } from './shared/run-program.ts'
import { trialBalanceTable } from './journal/show.ts'

const sample = join(import.meta.dirname, 'sample-journal')

type Input = LedgerFile & { name: string; externalId: string; expected: Balances; expectedFrom: string }

/** @throws Refusal before anything is created */
function readInput(postingsFile: string | undefined, balancesFile: string | undefined): Input {
  const postings = postingsFile ?? join(sample, 'cafe.postings.csv')
  const balances = postingsFile === undefined ? join(sample, 'cafe.balances.csv') : balancesFile
  const csv = readText(postings)
  const ledger = readPostings(csv, basename(postings))
  const name = basename(postings).replace(/(\.postings)?\.csv$/, '')
  return {
    ...ledger,
    name,
    // The same file means the same business: running it again finds what is there already.
    externalId: `hledger-${createHash('sha256').update(`${name}\n${csv}`).digest('hex').slice(0, 32)}`,
    expected:
      balances === undefined
        ? sumPostings(ledger.transactions)
        : readBalances(readText(balances), basename(balances), ledger.currency),
    expectedFrom: balances === undefined ? 'the sums of the postings' : basename(balances),
  }
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new Refusal(`${file} can't be read: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** Posts the file and says how it compares. Returns whether every account is as expected. */
async function run(pacioli: PacioliClient, input: Input): Promise<boolean> {
  const { currency, transactions, expected } = input
  const entries = entriesOf(transactions)
  const accounts = chartOf(transactions.flatMap(({ postings }) => postings.map(({ account }) => account)))
  const books = await openBusiness(pacioli, {
    external_id: input.externalId,
    legal_name: input.name,
    currency: currency.code,
  })
  await openAccounts(books, accounts)
  console.log(`${input.name}: ${accounts.length} accounts in the books of ${addressOf(books)}`)
  await postWithProgress(books, entries)
  const left = [
    `${entries.length} entries with ${entries.reduce((sum, { line_items }) => sum + line_items.length, 0)} lines are posted.`,
    input.zeroPostings > 0 ? `Postings of zero, left out: ${input.zeroPostings}.` : '',
    entries.length < transactions.length
      ? `Transactions of nothing else, skipped: ${transactions.length - entries.length}.`
      : '',
  ]
  console.log(left.filter((text) => text !== '').join(' '))

  const lastDay = transactions.reduce((last, { day }) => (day > last ? day : last), '')
  const compared = compare(await aloud('waiting for the trial balance', () => readBooks(books, lastDay)), expected)
  const different = compared.filter(({ equal }) => !equal)
  console.log(`\nTrial balance at the end of ${lastDay}, beside ${input.expectedFrom}:\n`)
  console.log(trialBalanceTable(compared, currency))
  console.log(
    different.length === 0
      ? `\nEqual on all ${compared.length} accounts.`
      : `\n${different.length} of ${compared.length} accounts differ: ${different.map(({ name }) => name).join(', ')}`,
  )
  return different.length === 0
}

async function postWithProgress(books: Books, entries: Parameters<typeof postEntries>[1]): Promise<void> {
  const bar = new SingleBar({
    format: 'posting {bar} {value}/{total} entries, {duration_formatted}',
    noTTYOutput: true,
  })
  bar.start(entries.length, 0)
  try {
    await postEntries(books, entries, (count) => bar.increment(count))
  } finally {
    bar.stop()
  }
}

const program = new Command('npm run example:journal --')
  .description(
    'Posts a plain-text-accounting ledger over HTTP as the books of a new business, prints the trial balance beside the balances expected, and fails on any difference.',
  )
  .argument('[postings]', 'what "hledger print -x -O csv" writes; without it, a sample of a café')
  .argument('[balances]', 'what "hledger bal --flat -N -O csv" writes; without it, the sums of the postings')
  .option('--url <url>', 'a gateway; else the stack of PACIOLI_STATE_DIR (.pacioli), else one for this run alone')
  .option('--token <token>', 'an access token with books:read and books:write for that gateway')
  .action(async (postings: string | undefined, balances: string | undefined, options: ConnectionOptions) => {
    const input = readInput(postings, balances)
    const equal = await withConnection(options, (pacioli) => run(pacioli, input))
    process.exitCode = equal ? 0 : 1
  })

await runProgram(program)
