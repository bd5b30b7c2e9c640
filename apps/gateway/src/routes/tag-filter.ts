import { refused } from '@pacioli/errors'

/** @throws MissingTagValues when only one half of the filter is given */
export function requireTagPair({ tag_key, tag_values }: { tag_key?: string; tag_values?: string[] }): void {
  if ((tag_key === undefined) === (tag_values === undefined)) return
  const field = tag_key === undefined ? 'tag_key' : 'tag_values'
  throw refused('MissingTagValues', `Give \`tag_key\` and \`tag_values\` together; \`${field}\` is missing.`, { field })
}
