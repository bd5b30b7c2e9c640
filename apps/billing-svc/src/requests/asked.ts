/** What documents are asked for, as it is kept with them. Pure. */
import { canonicalRequestOf, type CanonicalRequest, type Defaults } from '@pacioli/fields'

/** What is not there means this. */
const DEFAULTS: Defaults = { additional_discount: 0, discount_amount: 0, fee: 0, quantity: '1', tips: 0 }

/** Of what has an external_id, and so can be asked for again. */
export const askedIfNamed = (input: { external_id?: string | undefined }): CanonicalRequest | undefined =>
  input.external_id === undefined ? undefined : canonicalRequestOf(input, DEFAULTS)

/** The same, whatever it is found again by. */
export const askedAnyway = (input: object): CanonicalRequest => canonicalRequestOf(input, DEFAULTS)

/** What a domain object carries only while it is made: what a request asked for. */
export type Making = { asked?: CanonicalRequest | undefined }
