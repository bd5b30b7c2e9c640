/** Names of taxes, as callers write them, and the accounts they stand for. Pure. */
import { refused } from '@pacioli/errors'
import type { TaxName__Output } from '@pacioli/protos/billing'

const PREFIX = 'SALES_TAXES:'

/** Names are shown, and make part of the names of accounts. */
const MAX_LENGTH = 100

/**
 * The stable name of the account of a tax: `NY state` and `SALES_TAXES:NY_STATE` both stand for `SALES_TAXES:NY_STATE`.
 * Empty behind the prefix where the name has no letter or digit to go by.
 */
export function taxStableName(name: string): string {
  const upper = name.toUpperCase()
  const region = (upper.startsWith(PREFIX) ? upper.slice(PREFIX.length) : upper)
    .replace(/[^A-Z0-9]+/g, '_')
    .replace(/^_|_$/g, '')
  return PREFIX + region
}

/** What people read in the chart. */
export const taxAccountName = (name: string): string =>
  `Sales Taxes ${name.toUpperCase().startsWith(PREFIX) ? name.slice(PREFIX.length) : name}`.trim()

/** @throws InvalidPayload */
export function requireTaxName(tax: TaxName__Output | null | undefined, field: string): string {
  if (tax?.type !== 'Tax_Name')
    throw refused('InvalidPayload', 'Expected the name of a tax: {"type": "Tax_Name", "name": "CA"}.', {
      field: `${field}.type`,
      value: tax?.type,
    })
  const { name } = tax
  if (name.length > MAX_LENGTH || taxStableName(name) === PREFIX)
    throw refused(
      'InvalidPayload',
      `The name of a tax has 1 to ${MAX_LENGTH} characters, at least one of them a letter from A to Z or a digit.`,
      { field: `${field}.name`, value: name.slice(0, MAX_LENGTH) },
    )
  return name
}
