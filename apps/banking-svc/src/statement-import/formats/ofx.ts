/** Statements in OFX 1 and 2, and in QFX, which is OFX. Pure. */
import { amountFrom, isAmbiguous, type Separator } from './amounts.ts'
import { ofxDate } from './days.ts'
import { childrenOf, elementAt, elementsNamed, textAt, type Element } from './element.ts'
import { ofxTree } from './ofx-tree.ts'
import {
  clean,
  codeOf,
  emptyStatement,
  limitStatements,
  nameOf,
  reference,
  RowProblem,
  takeBalance,
  takeRow,
  unreadable,
  type ParsedStatement,
  type StatementBalance,
  type StatementLine,
  type Take,
} from './statement.ts'

const STATEMENTS = new Set(['STMTRS', 'CCSTMTRS', 'INVSTMTRS'])
const ANSWERS = new Set(['STMTTRNRS', 'CCSTMTTRNRS', 'INVSTMTTRNRS'])

/** OFX has no groups of digits, but allows both decimal marks; banks that group all the same use both. */
const separatorIn = (text: string): Separator => (/^[^.,]*,[^.,]*$/.test(text) ? ',' : '.')

/** @param currency of amounts where the file names none. @throws UnreadableStatement */
export function readOfx(text: string, currency: string): ParsedStatement[] {
  const begin = text.search(/<OFX>/i)
  if (begin < 0) throw unreadable('The file has no <OFX> element, with which every OFX file begins.')
  const root = ofxTree(text.slice(begin))
  refuseFailures(root)
  const found = elementsNamed(root, STATEMENTS)
  if (found.length === 0) throw unreadable('The file is OFX, but holds no bank or credit card statement.')
  limitStatements(found.length)
  let row = 0
  return found.map((element) => {
    const statement = readStatement(element, currency, row)
    row += statement.lines.length + statement.problems.length
    return statement
  })
}

/** A refusal of the bank comes as a file, too. */
function refuseFailures(root: Element): void {
  const statuses = [
    elementAt(elementsNamed(root, new Set(['SONRS']))[0], 'STATUS'),
    ...elementsNamed(root, ANSWERS)
      .filter((answer) => elementsNamed(answer, STATEMENTS).length === 0)
      .map((answer) => elementAt(answer, 'STATUS')),
  ]
  for (const status of statuses) {
    const code = textAt(status, 'CODE') ?? '0'
    if (textAt(status, 'SEVERITY')?.toUpperCase() === 'ERROR' || /^(2000|15500|15501|15502)$/.test(code))
      throw unreadable(
        `The bank refused the download: ${clean(textAt(status, 'MESSAGE')) ?? 'it gave no reason'} (status ${code}). Download the statement again.`,
        { status: code },
      )
  }
}

function readStatement(element: Element, businessCurrency: string, rowsBefore: number): ParsedStatement {
  const statement = emptyStatement()
  const account = ['BANKACCTFROM', 'CCACCTFROM', 'INVACCTFROM'].map((name) => elementAt(element, name)).find(Boolean)
  statement.accountId = nameOf(textAt(account, 'ACCTID'))
  const rows = [
    ...childrenOf(elementAt(element, 'BANKTRANLIST'), 'STMTTRN'),
    ...childrenOf(elementAt(element, 'INVTRANLIST'), 'INVBANKTRAN').flatMap((one) => childrenOf(one, 'STMTTRN')),
  ]
  if (element.name === 'INVSTMTRS')
    statement.warnings.push('Of an investment statement the movements of cash are taken, trades and holdings are not.')
  const code = codeOf(textAt(element, 'CURDEF') ?? textAt(rows[0], 'CURRENCY', 'CURSYM'))
  statement.currency = code === undefined ? null : code.toUpperCase()
  const currency = statement.currency ?? businessCurrency
  for (const [index, one] of rows.entries())
    takeRow(statement, rowsBefore + index + 1, (take) => readLine(one, rowsBefore + index + 1, currency, take))
  statement.closing = readBalance(statement, elementAt(element, 'LEDGERBAL'), currency)
  return statement
}

function readLine(element: Element, row: number, currency: string, take: Take): StatementLine | undefined {
  take(() => requireCurrency(codeOf(textAt(element, 'CURRENCY', 'CURSYM'))?.toUpperCase(), currency))
  const date = take(() => ofxDate(textAt(element, 'DTPOSTED')))
  const amount = take(() => amountIn(textAt(element, 'TRNAMT') ?? '', currency))
  if (date === undefined || amount === undefined) return undefined
  const name = clean(textAt(element, 'NAME') ?? textAt(element, 'PAYEE', 'NAME'))
  const memo = clean(textAt(element, 'MEMO'))
  return {
    row,
    bankId: reference(textAt(element, 'FITID')),
    date,
    amount,
    ...describe(name, memo, clean(textAt(element, 'TRNTYPE'))),
    counterparty: clean(textAt(element, 'PAYEE', 'NAME')),
    reference: reference(textAt(element, 'CHECKNUM')) ?? reference(textAt(element, 'REFNUM')),
  }
}

function requireCurrency(own: string | undefined, currency: string): void {
  if (own !== undefined && own !== currency)
    throw new RowProblem(`The amount is in ${own}, the statement in ${currency}.`)
}

function amountIn(text: string, currency: string): number {
  // Some banks group although OFX does not: their 1,000 is a thousand, and would be read as one.
  if (isAmbiguous(text, currency, ','))
    throw new RowProblem(`"${text.trim()}" may be thousands or decimals. Export the statement as CSV.`)
  return amountFrom(text, currency, separatorIn(text))
}

/** Names are cut off after 32 characters: a memo that continues one has all of it. */
function describe(
  name: string | null,
  memo: string | null,
  type: string | null,
): { description: string; memo: string | null } {
  if (name === null) return { description: memo ?? type ?? 'No description', memo: null }
  if (memo === null || memo === name) return { description: name, memo: null }
  return memo.startsWith(name) ? { description: memo, memo: null } : { description: name, memo }
}

function readBalance(
  statement: ParsedStatement,
  element: Element | undefined,
  currency: string,
): StatementBalance | null {
  const text = textAt(element, 'BALAMT')
  if (text === undefined) return null
  return takeBalance(statement, text, () => {
    const at = textAt(element, 'DTASOF')
    return { amount: amountIn(text, currency), at: at === undefined ? null : ofxDate(at) }
  })
}
