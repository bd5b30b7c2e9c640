/**
 * The JSON Schema of an entry as leaves have it (docs/SEALS.md): with all that the journal has of it, tags by their ids alone.
 * The fields that its events have, too, are described there. Pure.
 */

type Schema = Record<string, unknown>
type Described = { properties: Record<string, Schema> }

const ID = { type: 'string', format: 'uuid' }
const ID_OR_NULL = { type: ['string', 'null'], format: 'uuid' }
const TEXT_OR_NULL = { type: ['string', 'null'] }

/** An object that has all of its fields. */
const whole = (description: string, properties: Record<string, Schema>): Schema => ({
  type: 'object',
  required: Object.keys(properties),
  properties,
  description,
})

const TAG = whole('A value of a tag dimension, by id, and the id of its use here.', {
  dimension_id: ID,
  definition_id: ID,
  id: ID,
})
const TAGS = { type: 'array', items: TAG }

/** @param state of an entry, and `line` of a line item in it, as events have them */
export function sealedEntry(state: Described, line: Described): Schema {
  const fields = ({ properties }: Described, names: readonly string[]): Record<string, Schema> =>
    Object.fromEntries(names.map((name) => [name, { ...properties[name] }]))
  const lineItem = whole('A line item.', {
    ...fields(line, ['id', 'account_id', 'amount', 'direction', 'memo']),
    position: { type: 'integer', description: 'Its place in the entry, counted from 0.' },
    document_id: { ...line.properties['document_id'], ...ID_OR_NULL },
    customer_id: { ...line.properties['customer_id'], ...ID_OR_NULL },
    vendor_id: { ...line.properties['vendor_id'], ...ID_OR_NULL },
    transaction_tags: TAGS,
  })
  return whole('A journal entry.', {
    ...fields(state, ['id', 'business_id', 'agent', 'entry_type', 'basis', 'date', 'entry_at', 'reversal_of_id']),
    ...fields(state, ['external_id', 'memo', 'reference_number', 'source_type', 'source_id', 'version']),
    posting_key: { ...TEXT_OR_NULL, description: 'Names the posting of a document that it is, among all of them.' },
    metadata: { ...TEXT_OR_NULL, description: 'JSON, as a text.' },
    line_count: { type: 'integer' },
    transaction_tags: TAGS,
    line_items: { type: 'array', items: lineItem },
  })
}
