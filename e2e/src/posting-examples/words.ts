/** What the details of a step say, as the fields of a request. Pure. */
import { named } from '../books.ts'
import { taxed } from '../payables.ts'
import { minorUnits, signedUnits, type ExampleLine } from './parse.ts'

const LINE_PART = / (tax|discount|prepaid|tag) /

export const tagFrom = (text: string): { key: string; value: string } => {
  const [key = '', value = ''] = text.split('=')
  if (key === '' || value === '') throw new Error(`Expected a tag such as fund=building; came ${JSON.stringify(text)}.`)
  return { key, value }
}

/** Such as `SALES 90.00 tax CA 9.00 discount 5.00 prepaid UNEARNED_REVENUE tag store=oslo`. */
export function lineFrom(detail: string): Record<string, unknown> {
  const [head = '', ...rest] = detail.split(LINE_PART)
  const [account = '', amount = ''] = head.split(' ')
  const line: Record<string, unknown> & { sales_taxes: object[]; tags: object[] } = {
    account_identifier: named(account),
    unit_price: minorUnits(amount),
    sales_taxes: [],
    tags: [],
  }
  for (let index = 0; index < rest.length; index += 2) {
    const [word, value = ''] = [rest[index], rest[index + 1]]
    if (word === 'tax') {
      const [name = '', tax = ''] = value.split(' ')
      line.sales_taxes.push(taxed(name, signedUnits(tax)))
    } else if (word === 'discount') line['discount_amount'] = minorUnits(value)
    else if (word === 'prepaid') line['prepayment_account_identifier'] = named(value)
    else line.tags.push(tagFrom(value))
  }
  return line
}

/** A document of lines: what is said of the whole stands among them. */
export function documentFrom(details: readonly string[]): Record<string, unknown> {
  const document: Record<string, unknown> = {}
  const [lines, taxes, tags]: [object[], object[], object[]] = [[], [], []]
  for (const detail of details) {
    const words = detail.split(' ')
    if (detail.startsWith('additional discount ')) document['additional_discount'] = minorUnits(words[2] ?? '')
    else if (detail.startsWith('additional tax ')) taxes.push(taxed(words[2] ?? '', minorUnits(words[3] ?? '')))
    else if (words[0] === 'tips') document['tips'] = minorUnits(words[1] ?? '')
    else if (words[0] === 'due') document['due_at'] = `${words[1]}T12:00:00Z`
    else if (words[0] === 'tag') tags.push(tagFrom(words[1] ?? ''))
    else if (words[0] === 'by') document['method'] = words[1]
    else lines.push(lineFrom(detail))
  }
  return { ...document, line_items: lines, ...(taxes.length > 0 ? { additional_sales_taxes: taxes } : {}), tags }
}

/** Such as `100.00 by CREDIT_CARD fee 3.00 through acme on CASH`. */
export function moneyFrom(detail: string): Record<string, unknown> {
  const found = /^(\d+\.\d{2}) by ([A-Z_]+)(?: fee (\d+\.\d{2}))?(?: through (\w+))?(?: on (\S+))?$/.exec(detail)
  if (!found) throw new Error(`Expected such as "100.00 by ACH"; came ${JSON.stringify(detail)}.`)
  const [, amount = '', method, fee, processor, account] = found
  return {
    amount: minorUnits(amount),
    method,
    ...(fee === undefined ? {} : { fee: minorUnits(fee) }),
    ...(processor === undefined ? {} : { processor }),
    ...(account === undefined ? {} : { payment_clearing_account_identifier: named(account) }),
  }
}

/** Such as `fee back 3.00 from PAYMENT_PROCESSING_FEES`. */
export function feeBackFrom(detail: string): object {
  const [, amount = '', account = ''] = /^fee back (\S+) from (\S+)$/.exec(detail) ?? []
  return { account: named(account), fee_amount: minorUnits(amount) }
}

/** Such as `I1 60.00`: what of it goes to which document. */
export function shareFrom(detail: string): { name: string; amount: number } {
  const [name = '', amount = ''] = detail.split(' ')
  return { name, amount: minorUnits(amount) }
}

/** `Dr CASH 100.00 tag fund=building` @param accountOf the account that the example calls so */
export function journalLineFrom(detail: string, accountOf: (name: string) => string): object {
  const [side = '', account = '', amount = '', ...rest] = detail.split(' ')
  if (!isSide(side)) throw new Error(`Expected "Dr" or "Cr" first; came ${JSON.stringify(detail)}.`)
  return {
    account_identifier: named(accountOf(account)),
    amount: minorUnits(amount),
    direction: side === 'Dr' ? 'DEBIT' : 'CREDIT',
    tags: rest.flatMap((word, index) => (word === 'tag' ? [tagFrom(rest[index + 1] ?? '')] : [])),
  }
}

const isSide = (word: string): word is ExampleLine['side'] => word === 'Dr' || word === 'Cr'
