/** Names the vendors and customers of the lines of an account. Pure. */
import type { FindContactsRequest, FindContactsResponse__Output } from '@pacioli/protos/billing'
import type { AccountLine__Output, LineSource } from '@pacioli/protos/ledger'

type OfParty = Pick<AccountLine__Output, 'customer_id' | 'vendor_id'>

/** What to query from billing; undefined where no line concerns anybody. */
export function partyQueryFor(lines: readonly OfParty[]): FindContactsRequest | undefined {
  const idsOf = (field: keyof OfParty): string[] => [...new Set(lines.flatMap((line) => line[field] ?? []))]
  const query = { customer_ids: idsOf('customer_id'), vendor_ids: idsOf('vendor_id') }
  return query.customer_ids.length + query.vendor_ids.length === 0 ? undefined : query
}

/** The lines with the names of whom they concern. The counterparty that a bank has named stays. */
export function withParties<Line extends OfParty & { source?: object | null | undefined }>(
  lines: readonly Line[],
  { customers, vendors }: FindContactsResponse__Output,
): Line[] {
  const names = new Map([...customers, ...vendors].map(({ id, name }) => [id, name]))
  return lines.map((line) => {
    const name = names.get(line.customer_id ?? line.vendor_id ?? '')
    if (name === undefined) return line
    const source: LineSource = { ...line.source, entity_name: name }
    return { ...line, source: { ...source, counterparty: source.counterparty ?? name } }
  })
}
