/**
 * An answer with the fields alone that another one has too: a stored answer is serialized again by whichever gateway
 * gets the request, and this version has fields that the one before lacks.
 */
export function sharedFields(value: unknown, other: unknown): unknown {
  if (Array.isArray(value) && Array.isArray(other)) return value.map((one, index) => sharedFields(one, other[index]))
  if (!isObject(value) || !isObject(other)) return value
  const isTold = (name: string): boolean => name in other && !ZERO_IF_UNTOLD[String(value.type)]?.includes(name)
  const shared = Object.entries(value).filter(([name]) => isTold(name))
  return Object.fromEntries(shared.map(([name, one]) => [name, sharedFields(one, other[name])]))
}

/** Stored answers of the version before have none of these: this version’s gateway tells them as zero. By type. */
const ZERO_IF_UNTOLD: Record<string, readonly string[]> = {
  Customer: ['balance', 'overdue_balance'],
  VendorData: ['balance', 'overdue_balance', 'credit_balance'],
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
