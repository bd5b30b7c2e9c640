/** The words of a search box. Pure. */
import { decimalsOf, MAX_AMOUNT } from '@pacioli/money'
import { wordsOf } from '@pacioli/paging'
import type { BankDirection } from '../bank-transactions/bank-transaction.ts'

/** An amount that a word may mean; a sign gives the direction. */
export type SearchedAmount = { amount: number; direction: BankDirection | undefined }

export type SearchWord = { text: string; amount: SearchedAmount | undefined }

const moneyPattern = /^([+\-−]?)\p{Sc}?([+\-−]?)(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d+))?\p{Sc}?$/u

/** `12.50`, `-12.50`, `+12.50`, `$1,200`; undefined for what is no amount of the currency. */
export function searchedAmount(word: string, currency: string): SearchedAmount | undefined {
  const [, before = '', after = '', whole = '', fraction = ''] = moneyPattern.exec(word) ?? []
  const sign = before + after
  const decimals = decimalsOf(currency)
  const significant = fraction.replace(/0+$/, '')
  if (whole === '' || sign.length > 1 || significant.length > decimals) return undefined
  const amount = BigInt(whole.replaceAll(',', '') + significant.padEnd(decimals, '0'))
  if (amount > BigInt(MAX_AMOUNT)) return undefined
  return { amount: Number(amount), direction: sign === '' ? undefined : sign === '+' ? 'CREDIT' : 'DEBIT' }
}

/** @throws InvalidQuery for too many words */
export const searchWords = (q: string, currency: string): SearchWord[] =>
  wordsOf(q).map((text) => ({ text, amount: searchedAmount(text, currency) }))
