/** Canonical requests of documents. Pure. */
import { canonicalRequestOf, type CanonicalRequest, type Defaults } from '@pacioli/fields'

/** Defaults of absent fields. */
const DEFAULTS: Defaults = { additional_discount: 0, discount_amount: 0, fee: 0, quantity: '1', tips: 0 }

/** Only with an external_id, by which a request can be repeated. */
export const askedIfNamed = (input: { external_id?: string | undefined }): CanonicalRequest | undefined =>
  input.external_id === undefined ? undefined : canonicalRequestOf(input, DEFAULTS)

/** The same regardless of external_id. */
export const askedAnyway = (input: object): CanonicalRequest => canonicalRequestOf(input, DEFAULTS)
