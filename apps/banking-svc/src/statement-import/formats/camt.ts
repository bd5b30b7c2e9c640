/** Statements in CAMT.053, and reports of a day in CAMT.052 (ISO 20022), of any version. Pure. */
import { amountFrom } from './amounts.ts'
import { isoDate } from './days.ts'
import { childrenOf, elementAt, textAt, type Element } from './element.ts'
import {
  clean,
  codeOf,
  emptyStatement,
  limitStatements,
  MAX_LINES,
  nameOf,
  reference,
  RowProblem,
  takeBalance,
  takeRow,
  tooManyLines,
  unreadable,
  type ParsedStatement,
  type StatementBalance,
  type StatementLine,
  type Take,
} from './statement.ts'
import { xmlTree } from './xml.ts'

/** @param currency of amounts where the file names none. @throws UnreadableStatement */
export function readCamt(text: string, currency: string): ParsedStatement[] {
  const [document] = xmlTree(text).children
  const root = document?.name === 'Document' ? document.children[0] : document
  if (root?.name === 'BkToCstmrDbtCdtNtfctn')
    throw unreadable(
      'The file is a CAMT.054 notification, which repeats entries of statements. Send the CAMT.053 statement.',
    )
  if (root?.name !== 'BkToCstmrStmt' && root?.name !== 'BkToCstmrAcctRpt')
    throw unreadable(`The file is XML, but no CAMT.053 statement: its element is ${nameOf(root?.name) ?? 'missing'}.`)
  const found = childrenOf(root, root.name === 'BkToCstmrStmt' ? 'Stmt' : 'Rpt')
  if (found.length === 0) throw unreadable('The file is CAMT, but holds no statement.')
  limitStatements(found.length)
  let row = 0
  return found.map((element) => {
    const statement = readStatement(element, currency, row)
    row += statement.lines.length + statement.problems.length
    return statement
  })
}

function readStatement(element: Element, businessCurrency: string, rowsBefore: number): ParsedStatement {
  const statement = emptyStatement()
  const account = elementAt(element, 'Acct')
  statement.accountId = nameOf(textAt(account, 'Id', 'IBAN') ?? textAt(account, 'Id', 'Othr', 'Id'))
  statement.statementId = nameOf(textAt(element, 'Id'))
  const entries = childrenOf(element, 'Ntry')
  if (rowsBefore + entries.length > MAX_LINES) throw tooManyLines()
  const balances = childrenOf(element, 'Bal')
  statement.currency = codeOf(textAt(account, 'Ccy')) ?? currencyOf(entries[0]) ?? currencyOf(balances[0]) ?? null
  const currency = statement.currency ?? businessCurrency
  for (const [index, entry] of entries.entries()) {
    const row = rowsBefore + index + 1
    takeRow(statement, row, (take) => readLine(entry, row, currency, take))
  }
  statement.opening = readBalance(statement, balances, ['OPBD', 'PRCD'], currency)
  statement.closing = readBalance(statement, balances, ['CLBD'], currency)
  return statement
}

function readBalance(
  statement: ParsedStatement,
  balances: readonly Element[],
  codes: readonly string[],
  currency: string,
): StatementBalance | null {
  const kindOf = (balance: Element): string => codeOf(textAt(balance, 'Tp', 'CdOrPrtry', 'Cd')) ?? ''
  const balance = codes.map((code) => balances.find((one) => kindOf(one) === code)).find(Boolean)
  if (!balance) return null
  const own = currencyOf(balance) ?? currency
  if (own !== currency) {
    statement.warnings.push(
      `The balance ${kindOf(balance)} is in ${own}, the account in ${currency}: it proves nothing.`,
    )
    return null
  }
  return takeBalance(statement, kindOf(balance), () => ({
    amount: signedAmountOf(balance, currency),
    at: dateIn(elementAt(balance, 'Dt')) ?? null,
  }))
}

/** Of the amount. */
const currencyOf = (element: Element | undefined): string | undefined =>
  codeOf(elementAt(element, 'Amt')?.attributes['Ccy'])

/** A reversal has its own direction: a reversed credit is DBIT. */
function signedAmountOf(element: Element, currency: string): number {
  const amount = amountFrom(textAt(element, 'Amt') ?? '', currency)
  const direction = codeOf(textAt(element, 'CdtDbtInd'))
  if (direction !== 'CRDT' && direction !== 'DBIT')
    throw new RowProblem(`Expected the direction CRDT or DBIT, came ${direction ?? 'none'}.`)
  if (amount < 0) throw new RowProblem('The amount is below zero: CAMT tells the direction apart.')
  return direction === 'CRDT' || amount === 0 ? amount : -amount
}

const dateIn = (element: Element | undefined): string | undefined => {
  const text = textAt(element, 'Dt') ?? textAt(element, 'DtTm')
  return text === undefined ? undefined : isoDate(text)
}

function readLine(entry: Element, row: number, currency: string, take: Take): StatementLine | undefined {
  take(() => requireBooked(entry))
  const date = take(() => bookedOn(entry))
  const amount = take(() => amountOf(entry, currency))
  if (date === undefined || amount === undefined) return undefined
  const details = childrenOf(entry, 'NtryDtls').flatMap((one) => childrenOf(one, 'TxDtls'))
  // An entry of several payments is one movement of the account.
  const detail = details.length === 1 ? details[0] : undefined
  const counterparty = counterpartyOf(detail, amount)
  return {
    row,
    bankId: bankIdOf(entry, detail),
    date,
    amount,
    description: descriptionOf(entry, details) ?? counterparty ?? 'No description',
    counterparty,
    reference:
      reference(textAt(detail, 'Refs', 'EndToEndId')) ??
      reference(textAt(detail, 'RmtInf', 'Strd', 'CdtrRefInf', 'Ref')) ??
      reference(textAt(detail, 'Refs', 'ChqNb')),
    memo: details.length > 1 ? `${details.length} payments in one entry` : null,
  }
}

function requireBooked(entry: Element): void {
  const status = codeOf(textAt(entry, 'Sts', 'Cd') ?? textAt(entry, 'Sts')) ?? 'BOOK'
  if (status !== 'BOOK') throw new RowProblem(`The bank has not booked it yet: its status is ${status}.`)
}

function bookedOn(entry: Element): string {
  const date = dateIn(elementAt(entry, 'BookgDt')) ?? dateIn(elementAt(entry, 'ValDt'))
  if (date === undefined) throw new RowProblem('The date is missing.')
  return date
}

function amountOf(entry: Element, currency: string): number {
  const own = currencyOf(entry) ?? currency
  if (own !== currency) throw new RowProblem(`The amount is in ${own}, the account in ${currency}.`)
  return signedAmountOf(entry, currency)
}

/** The bank's reference; not an NtryRef that only numbers the entries of a statement. */
const bankIdOf = (entry: Element, detail: Element | undefined): string | null => {
  const counted = reference(textAt(entry, 'NtryRef'))
  return (
    reference(textAt(entry, 'AcctSvcrRef')) ??
    reference(textAt(detail, 'Refs', 'AcctSvcrRef')) ??
    (counted !== null && /^\d{1,6}$/.test(counted) ? null : counted)
  )
}

const nameIn = (party: Element | undefined): string | null => clean(textAt(party, 'Nm') ?? textAt(party, 'Pty', 'Nm'))

/** The payer or the payee. */
const counterpartyOf = (detail: Element | undefined, amount: number): string | null => {
  const parties = elementAt(detail, 'RltdPties')
  const names = amount >= 0 ? ['Dbtr', 'UltmtDbtr'] : ['Cdtr', 'UltmtCdtr']
  return names.map((name) => nameIn(elementAt(parties, name))).find((name) => name !== null) ?? null
}

function descriptionOf(entry: Element, details: readonly Element[]): string | null {
  const remittances = details.flatMap((detail) => {
    const unstructured = childrenOf(elementAt(detail, 'RmtInf'), 'Ustrd').map(({ text }) => text)
    const structured = childrenOf(elementAt(detail, 'RmtInf'), 'Strd').flatMap((one) => [
      textAt(one, 'CdtrRefInf', 'Ref') ?? '',
      textAt(one, 'AddtlRmtInf') ?? '',
    ])
    return unstructured.length > 0 ? unstructured : structured
  })
  const additional = details.map((detail) => textAt(detail, 'AddtlTxInf') ?? '')
  return clean(remittances.join(' ')) ?? clean(textAt(entry, 'AddtlNtryInf')) ?? clean(additional.join(' '))
}
