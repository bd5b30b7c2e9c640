/** What callers say of documents, as the service wants it said: ids in one case, metadata as text. Pure. */
import { refused } from '@pacioli/errors'
import type { AccountIdentifierInput } from '../schemas/parts.ts'
import { oneCase, quantityText } from '../validation/formats.ts'
import { withMetadataText } from './public-entry.ts'

/**
 * What a field says that goes by two names.
 * @throws InvalidPayload where they say two things
 */
export function saidOnce<Value>(
  [name, value]: [string, Value | undefined],
  [otherName, other]: [string, Value | undefined],
  isSame: (one: Value, other: Value) => boolean = Object.is,
): Value | undefined {
  if (value === undefined || other === undefined) return value ?? other
  if (isSame(value, other)) return value
  const description = `Fields \`${name}\` and \`${otherName}\` are two names of one thing, and say two things. Send one.`
  throw refused('InvalidPayload', description, { field: otherName })
}

/** Null says nothing, as absent does; where it clears, who asks has noted that. */
export const idOf = (given: string | undefined): string | undefined => (given ? oneCase(given) : undefined)

export const accountOf = (given: AccountIdentifierInput | undefined): AccountIdentifierInput | undefined =>
  given?.id === undefined ? given : { ...given, id: oneCase(given.id) }

type Annotated = { metadata?: Record<string, unknown> }

export const withVendor = <Input extends Annotated & { vendor_id?: string }>(input: Input) => ({
  ...withMetadataText(input),
  vendor_id: idOf(input.vendor_id),
})

export const withBill = <Input extends Annotated & { bill_id?: string }>(input: Input) => ({
  ...withMetadataText(input),
  bill_id: idOf(input.bill_id),
})

export const withCustomer = <Input extends Annotated & { customer_id?: string }>(input: Input) => ({
  ...withMetadataText(input),
  customer_id: idOf(input.customer_id),
})

export const withInvoice = <Input extends Annotated & { invoice_id?: string }>(input: Input) => ({
  ...withMetadataText(input),
  invoice_id: idOf(input.invoice_id),
})

/** Null, too, says nothing. */
export const quantityOf = (given: string | number | null | undefined): string | undefined =>
  given === undefined || given === null ? undefined : quantityText(given)

/** A list that replaces another one; null is an empty one. */
export const listOf = <Item>(items: Item[] | null) => ({ items: items ?? [] })
