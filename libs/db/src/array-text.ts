import { prepareValue } from 'pg/lib/utils.js'

const NEEDS_ESCAPE = /["\\]/

/**
 * An array as PostgreSQL reads it. The driver searches each element for what to escape twice, and most are ids, words
 * and numbers, which hold none of it.
 */
export function arrayText(items: readonly unknown[]): string {
  let text = '{'
  for (const [at, item] of items.entries()) text += at === 0 ? elementText(item) : `,${elementText(item)}`
  return `${text}}`
}

function elementText(item: unknown): string {
  if (item === null || item === undefined) return 'NULL'
  if (typeof item === 'number') return `${item}`
  if (typeof item !== 'string') return String(prepareValue([item])).slice(1, -1)
  return NEEDS_ESCAPE.test(item) ? `"${item.replaceAll(/["\\]/g, String.raw`\$&`)}"` : `"${item}"`
}
