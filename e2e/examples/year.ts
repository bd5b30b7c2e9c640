/** `npm run example:year`: a year of a small company goes in over HTTP and comes out as its reports and their workbooks. */
import { randomUUID } from 'node:crypto'
import { join, resolve } from 'node:path'
import type { PacioliClient } from '@pacioli/client'
import { SingleBar } from 'cli-progress'
import { Command } from 'commander'
import { addressOf, openBusiness } from './shared/books.ts'
import { comparedTable } from './shared/compared.ts'
import { stateDirectory, withConnection, type ConnectionOptions } from './shared/connection.ts'
import { currencyOf } from './shared/currency.ts'
import type { Saved } from './shared/files.ts'
import { runProgram } from './shared/run-program.ts'
import { enterYear, SIZE } from './year/books.ts'
import { YEAR } from './year/calendar.ts'
import { checksOf } from './year/checks.ts'
import { closeYear, untilReported } from './year/closing.ts'
import { REPORTS, REPORTS_AFTER, takeReports } from './year/reports.ts'
import { businessInput, NAME } from './year/roastery.ts'
import { entered, filesTable } from './year/show.ts'
import { takeStatements } from './year/statements.ts'

/** Shows how far it is while it works. */
async function withBar(what: string, size: number, work: (onDone: (count: number) => void) => Promise<void>) {
  const bar = new SingleBar({
    format: `${what} {bar} {value}/{total}, {duration_formatted}, {eta_formatted} to go`,
    noTTYOutput: true,
  })
  bar.start(size, 0)
  try {
    await work((count) => bar.increment(count))
  } finally {
    bar.stop()
  }
}

/** Enters and closes the year. Returns whether every figure is as expected. */
async function run(pacioli: PacioliClient, externalId: string, directory: string): Promise<boolean> {
  const books = await openBusiness(pacioli, businessInput(externalId))
  console.log(`\n${NAME}: the year ${YEAR} in the books of ${addressOf(books)}`)
  await withBar('entering', SIZE, (onEntered) => enterYear(books, onEntered))
  console.log(`${entered()} are there. Waiting for the reports.`)
  const files: Saved[] = []
  const into = { directory, onSaved: (saved: Saved) => void files.push(saved) }

  const accounts = await untilReported(books)
  const before = await takeReports(books, REPORTS, into)
  const statements = await takeStatements(books, into)
  console.log(`${files.length} reports are written. Closing the year.`)
  const closed = await closeYear(books, accounts)
  await untilReported(books)
  const after = await takeReports(books, REPORTS_AFTER, into)

  console.log(`\nIn ${directory}:\n${filesTable(files)}`)
  const checks = checksOf({ before, after, closed, accounts, statements })
  const currency = currencyOf('USD')
  console.log(`\n${comparedTable(checks, ['Check', currency.code, 'Other side'], currency, { isWhole: true })}`)
  const different = checks.filter(({ isEqual }) => !isEqual)
  console.log(
    different.length === 0
      ? `\nEqual in all ${checks.length} checks.`
      : `\nDifferent: ${different.map(({ name }) => name).join('; ')}`,
  )
  return different.length === 0
}

type Options = ConnectionOptions & { out?: string }

const program = new Command('npm run example:year --')
  .description(
    `Keeps the books of a small coffee roastery for the whole of ${YEAR} over HTTP: capital and a loan, two shops as tags, sales by card with payouts, wholesale invoices, bills, wages, depreciation, and the bank account with everything that happened on it; an invoice is corrected, a payment bounces, and what was overpaid comes back. Then writes its reports and statements of customers and vendors as workbooks, closes the year, writes the trial balance and the balance sheet once more, and checks that the reports agree with one another; fails where they do not. Each run makes a new business; the files of an earlier run are replaced.`,
  )
  .option('--out <directory>', 'where the workbooks go; examples/ in PACIOLI_STATE_DIR (.pacioli) unless given')
  .option('--url <url>', 'a gateway; else the stack of PACIOLI_STATE_DIR (.pacioli), else one for this run alone')
  .option('--token <token>', 'an access token with books:read and books:write for that gateway')
  .action(async ({ out, ...options }: Options) => {
    const directory = resolve(out ?? join(stateDirectory(), 'examples'))
    const isSound = await withConnection(options, (pacioli) =>
      run(pacioli, `roastery-${YEAR}-${randomUUID()}`, directory),
    )
    process.exitCode = isSound ? 0 : 1
  })

await runProgram(program)
