/** What this version tells and the version before does not. Goes when this version becomes the one before. */
const TYPES = ['Bill_Payment', 'Invoice_Payment', 'Refund', 'Payout', 'Write_Off', 'Tag_Dimension']

/** An answer as either version tells it: an answer that is kept is told anew, by whichever is asked. */
export function asBothTell(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(asBothTell)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([name, one]) => name !== 'type' || !TYPES.includes(String(one)))
  return Object.fromEntries(entries.map(([name, one]) => [name, asBothTell(one)]))
}
