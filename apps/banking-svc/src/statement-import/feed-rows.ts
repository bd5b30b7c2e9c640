/** Transactions of a feed, from a request. Pure. */
import { dayOf, instant, isDay, isInstant, startOfDay } from '@pacioli/calendar'
import type { Problems } from '@pacioli/errors'
import { isAmount } from '@pacioli/money'
import type { TransactionInput__Output } from '@pacioli/protos/banking'
import type { BankDirection } from '../bank-transactions/bank-transaction.ts'
import { refuseExcludedParty, toCategory } from '../categorization/requested-decision.ts'
import { contentKeyOf, type FeedCategory, type Incoming } from './incoming.ts'
import { toTaxOptions } from '../bank-transactions/tax-options.ts'

export const MAX_TRANSACTIONS = 5_000
const MAX_ID = 255

export type FeedRow = Incoming & { externalId: string }

/**
 * @param problems what is wrong with rows that can be read
 * @throws InvalidPayload, and the other problems, naming each field that is wrong
 */
export function feedRowsOf(
  inputs: readonly TransactionInput__Output[],
  timeZone: string,
  problems: Problems,
): FeedRow[] {
  if (inputs.length > MAX_TRANSACTIONS)
    problems.add('InvalidPayload', `Expected at most ${MAX_TRANSACTIONS} transactions, came ${inputs.length}.`, {
      field: 'transactions',
    })
  problems.throwIfAny()
  const areReadable = inputs.map((input, index) => check(input, `transactions.${index}`, problems))
  if (areReadable.includes(false)) problems.throwIfAny()
  return inputs.map((input, index) => toRow(input, index + 1, timeZone))
}

/** Whether it can be read. */
function check(input: TransactionInput__Output, at: string, problems: Problems): boolean {
  let isReadable = true
  const add = (field: string, expected: string, value: unknown): void => {
    isReadable = false
    problems.add('InvalidPayload', `Expected ${expected}.`, { field: `${at}.${field}`, value })
  }
  const { external_id, amount, direction, date, category } = input
  if (external_id.length === 0 || external_id.length > MAX_ID || external_id.includes('\0'))
    add('external_id', `1 to ${MAX_ID} characters`, external_id.slice(0, MAX_ID))
  if (!isAmount(amount) || amount < 0) add('amount', 'a whole number of minor units from 0 to 2^53 - 1', amount)
  if (direction !== 'CREDIT' && direction !== 'DEBIT')
    add('direction', 'CREDIT (money in) or DEBIT (money out)', direction)
  if (!isDay(date) && !isInstant(date)) add('date', 'a day such as 2026-01-31, or an instant with its offset', date)
  if (category && !isCategory(category))
    add('category', 'an AccountId with id, a StableName with stable_name, or Exclusion', category)
  if (category) isReadable = !refuseExcludedParty(category, `${at}.category`, problems) && isReadable
  const keys = new Set<string>()
  for (const [index, { key }] of input.tags.entries()) {
    if (keys.has(key))
      problems.add('DuplicateTagDimension', `The transaction has another value of ${key} already.`, {
        field: `${at}.tags.${index}`,
        value: key,
      })
    keys.add(key)
  }
  return isReadable
}

const isCategory = ({ type, id, stable_name }: NonNullable<TransactionInput__Output['category']>): boolean =>
  type === 'Exclusion' ||
  (type === 'AccountId' && id !== undefined) ||
  (type === 'StableName' && stable_name !== undefined)

const categoryOf = (category: NonNullable<TransactionInput__Output['category']>): FeedCategory =>
  category.type === 'Exclusion' ? 'Exclusion' : toCategory(category)

function toRow(input: TransactionInput__Output, row: number, timeZone: string): FeedRow {
  const date = isDay(input.date) ? startOfDay(input.date, timeZone) : instant(input.date)
  const day = dayOf(date, timeZone)
  const direction = input.direction as BankDirection
  const { amount, description } = input
  const referenceNumber = input.reference_number ?? null
  return {
    row,
    statementId: null,
    externalId: input.external_id,
    date,
    day,
    direction,
    amount,
    description,
    merchantName: textOrNull(input.merchant_name),
    counterpartyName: textOrNull(input.counterparty_name),
    isPending: input.pending ?? false,
    memo: input.memo ?? null,
    metadata: input.metadata ?? null,
    referenceNumber,
    taxCode: input.tax_code ?? null,
    taxOptions: input.tax_options ? toTaxOptions(input.tax_options) : null,
    projectedIncomeCategory: input.projected_income_category ?? null,
    tags: input.tags,
    category: input.category ? categoryOf(input.category) : null,
    contentKey: contentKeyOf({
      day,
      signedAmount: direction === 'CREDIT' ? amount : -amount,
      description,
      reference: referenceNumber,
    }),
  }
}

/** A name of spaces only is no name. */
const textOrNull = (text: string | undefined): string | null => {
  const trimmed = text?.trim()
  return trimmed === undefined || trimmed === '' ? null : trimmed
}
