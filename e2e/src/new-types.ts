/** Types in this version's answers that the previous one lacks. Remove when this version becomes the previous one. */
const TYPES = ['Bill_Payment', 'Invoice_Payment', 'Refund', 'Payout', 'Write_Off', 'Tag_Dimension']

/**
 * An answer without what differs between both versions: a stored answer is serialized again by whichever gateway gets
 * the request.
 */
export function withoutNewTypes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNewTypes)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([name, one]) => name !== 'type' || !TYPES.includes(String(one)))
  return Object.fromEntries(entries.map(([name, one]) => [name, withoutNewTypes(one)]))
}
