/**
 * `npm run example:proof`: what was shown once is shown again, what has changed since is told, seals prove it, and all of it is
 * taken along.
 */
import { randomUUID } from 'node:crypto'
import { join, resolve } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { PacioliClient } from '@pacioli/client'
import { Command } from 'commander'
import { addressOf, openBusiness } from './shared/books.ts'
import { stateDirectory, withConnection, type ConnectionOptions } from './shared/connection.ts'
import { aloud } from './shared/progress.ts'
import { runProgram } from './shared/run-program.ts'
import {
  balanceSheet,
  changeAfterwards,
  enterQuarter,
  previewLateSale,
  proofOf,
  until,
  versionsOfBill,
  type Shown,
} from './proof/books.ts'
import { takeBooks, verifiedFile } from './proof/exit.ts'
import { originsOf } from './proof/lineage.ts'
import { keepSeals, verified } from './proof/seals.ts'
import {
  balancesTable,
  differenceTable,
  figuresOf,
  logsTable,
  originsTable,
  proofTable,
  versionsTable,
} from './proof/show.ts'

/** The business, its chart, three sales and the entry of the bill. */
const RECORDS_OF_QUARTER = 6

const withoutTime = ({ generated_at: _at, ...report }: Shown): object => report

/** Returns whether everything was told again as it was. */
async function run(pacioli: PacioliClient, directory: string): Promise<boolean> {
  const books = await openBusiness(pacioli, {
    external_id: `proof-${randomUUID()}`,
    legal_name: 'Corner Shop',
    currency: 'USD',
  })
  console.log(`The books of a corner shop: ${addressOf(books)}`)
  const entered = await enterQuarter(books)
  const isWhole = (report: Shown): boolean => {
    const values = [...figuresOf(report).values()].map(({ value }) => value)
    // With the sales, and with the bill.
    return ['1200.03', '250.00'].every((value) => values.includes(value))
  }
  const shown = await aloud('waiting for the balance sheet', () =>
    until('the balance sheet has the quarter', () => balanceSheet(books), isWhole),
  )
  console.log(`\nA lender is shown the balance sheet of March. It is of ${shown.through}; keep that with it.`)
  const kept = await aloud('waiting for the seals', () => keepSeals(books, RECORDS_OF_QUARTER))
  console.log(`The lender keeps ${kept.length} seals, too.`)

  console.log('\nIn April a sale of March is found. What would it do? Nothing is posted yet:\n')
  console.log(balancesTable(await previewLateSale(books)))

  await changeAfterwards(books, entered)
  const now = await aloud('waiting for the changes', () =>
    until(
      'the balance sheet has the changes',
      () => balanceSheet(books),
      (report) => figuresOf(report).get('TOTAL')?.value === '899.01',
    ),
  )
  console.log(
    '\nIt is posted, a sale that was entered twice is reversed, a bill may be paid later. The same report now:\n',
  )
  console.log(differenceTable(shown, now))

  const again = await balanceSheet(books, shown.through)
  const isSame = isDeepStrictEqual(withoutTime(again), withoutTime(shown))
  console.log(
    `\nAs recorded at ${shown.through}: ${isSame ? 'the same as was shown, figure by figure.' : 'DIFFERENT from what was shown.'}`,
  )

  const versions = await until(
    'the bill has two versions',
    () => versionsOfBill(books, entered.billId),
    ({ length }) => length === 2,
  )
  console.log('\nWhat was due, and who moved it:\n')
  console.log(versionsTable(versions))

  console.log('\nWhat the cash of that balance sheet is the sum of, and who asked for it:\n')
  console.log(originsTable(await originsOf(books, now, '1070 Cash')))

  const proof = await aloud('waiting for the audits', () =>
    until(
      'all of it was audited',
      () => proofOf(books),
      ({ holds }) => holds === true,
    ),
  )
  console.log('\nEach service audits all the time whether its books still are as they have to be:\n')
  console.log(proofTable(proof))

  const { wrong, logs } = await aloud('reading every leaf', () => verified(books, kept))
  console.log(
    '\nNothing of that can be altered unseen. Every leaf against the seals that the lender kept, and the sums again:\n',
  )
  console.log(logsTable(logs))
  console.log(`\n${wrong.length === 0 ? 'Everything is what was sealed.' : wrong.join('\n')}`)

  const { file, bytes } = await aloud('exporting all books', () => takeBooks(books, directory))
  const wrongInFile = await verifiedFile(file, kept)
  console.log(`\nAll of it is in ${file} (${bytes} bytes), for hledger, for Beancount, and for another installation.`)
  console.log(wrongInFile.length === 0 ? 'It proves itself, against the same seals.' : wrongInFile.join('\n'))
  return isSame && wrong.length === 0 && wrongInFile.length === 0
}

type Options = ConnectionOptions & { out?: string }

const program = new Command('npm run example:proof --')
  .description(
    'Shows a report, changes the books behind it, and shows it again as it was recorded, over HTTP in a new business. Then tells what a figure is the sum of and what audits have found, checks the sealed history against seals that were kept, and takes all books along as one file. Fails if anything differs.',
  )
  .option('--out <directory>', 'where the file goes; examples/ in PACIOLI_STATE_DIR (.pacioli) unless given')
  .option('--url <url>', 'a gateway; else the stack of PACIOLI_STATE_DIR (.pacioli), else one for this run alone')
  .option('--token <token>', 'an access token with books:read and books:write for that gateway')
  .action(async ({ out, ...options }: Options) => {
    const directory = resolve(out ?? join(stateDirectory(), 'examples'))
    process.exitCode = (await withConnection(options, (pacioli) => run(pacioli, directory))) ? 0 : 1
  })

await runProgram(program)
