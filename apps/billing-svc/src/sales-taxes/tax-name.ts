/** Names of taxes, as callers write them, and their accounts. Pure. */
import { refused } from '@pacioli/errors'
import type { TaxName__Output } from '@pacioli/protos/billing'

/** Kinds of sales taxes in the chart: taxes on bills are a cost, taxes on invoices are a liability. */
export type TaxKind = { subtype: 'SALES_TAXES' | 'SALES_TAXES_PAYABLE'; title: string }

export const TAXES_PAID: TaxKind = { subtype: 'SALES_TAXES', title: 'Sales Taxes' }
export const TAXES_COLLECTED: TaxKind = { subtype: 'SALES_TAXES_PAYABLE', title: 'Sales Taxes Payable' }

const prefixOf = ({ subtype }: TaxKind): string => `${subtype}:`

/** Names are shown, and are part of account names. */
const MAX_LENGTH = 100

/**
 * The stable name of the account of a tax: on a bill `NY state` and `SALES_TAXES:NY_STATE` both give `SALES_TAXES:NY_STATE`.
 * Empty behind the prefix where the name has no letter or digit.
 */
export function taxStableName(name: string, kind: TaxKind): string {
  const region = withoutPrefix(name.toUpperCase(), kind)
    .replace(/[^A-Z0-9]+/g, '_')
    .replace(/^_|_$/g, '')
  return prefixOf(kind) + region
}

const withoutPrefix = (name: string, kind: TaxKind): string => {
  const prefix = prefixOf(kind)
  return name.toUpperCase().startsWith(prefix) ? name.slice(prefix.length) : name
}

/** The account's name in the chart. */
export const taxAccountName = (name: string, kind: TaxKind): string =>
  `${kind.title} ${withoutPrefix(name, kind)}`.trim()

/** Whether the name has a letter or digit. */
const hasRegion = (name: string): boolean =>
  [TAXES_PAID, TAXES_COLLECTED].every((kind) => /[A-Z0-9]/i.test(withoutPrefix(name, kind)))

/** @throws InvalidPayload */
export function requireTaxName(tax: TaxName__Output | null | undefined, field: string): string {
  if (tax?.type !== 'Tax_Name')
    throw refused('InvalidPayload', 'Expected the name of a tax: {"type": "Tax_Name", "name": "CA"}.', {
      field: `${field}.type`,
      value: tax?.type,
    })
  const { name } = tax
  if (name.length > MAX_LENGTH || !hasRegion(name))
    throw refused(
      'InvalidPayload',
      `The name of a tax has 1 to ${MAX_LENGTH} characters, at least one of them a letter from A to Z or a digit.`,
      { field: `${field}.name`, value: name.slice(0, MAX_LENGTH) },
    )
  return name
}
