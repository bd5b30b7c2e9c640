/** Answers that would fill pages, cut to what shows how they are. Pure. */

/**
 * A chart has some hundred accounts, and whoever reads the reference wants to see how one looks, and one below another;
 * reports and categories have a row for each of them, closing entries a line.
 */
const CUT: Record<string, number> = {
  accounts: 2,
  sub_accounts: 1,
  categories: 2,
  sub_categories: 1,
  rows: 2,
  line_items: 2,
}

/** The same value, with the first few of long lists alone. */
export function shortened(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shortened)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => {
      const most = CUT[name]
      return [name, shortened(Array.isArray(one) && most !== undefined ? one.slice(0, most) : one)]
    }),
  )
}
