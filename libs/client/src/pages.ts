/** Reads lists page by page. */
import type { Answer } from './types.ts'

type Pagination = { cursor: string | null; has_more: boolean }
type Page<Item> = readonly Item[] | { data: readonly Item[]; meta: { pagination: Pagination } }

/** @param ask reads the page at a cursor, or the first one */
export async function* itemsOf<Item>(
  ask: (cursor?: string) => Promise<Answer<Page<Item>>>,
): AsyncGenerator<Item, void> {
  let cursor: string | undefined
  do {
    const { body, response } = await ask(cursor)
    yield* 'data' in body ? body.data : body
    cursor = 'data' in body ? cursorOf(body.meta.pagination) : cursorIn(response.headers.get('link'))
  } while (cursor !== undefined)
}

const cursorOf = ({ cursor, has_more }: Pagination): string | undefined =>
  has_more && cursor !== null ? cursor : undefined

/**
 * The cursor in `<…?cursor=…>; rel="next"`. Its address is not followed, so no token goes elsewhere. Pure.
 * @returns undefined where there is no next page
 */
export function cursorIn(link: string | null): string | undefined {
  for (const [, target = '', parameters = ''] of (link ?? '').matchAll(
    /<([^>]*)>((?:\s*;\s*[^\s=;,]+(?:=(?:"[^"]*"|[^",;\s]*))?)*)/g,
  )) {
    if (!/;\s*rel="?([^";]*\s)?next(\s[^";]*)?"?\s*(;|$)/i.test(parameters)) continue
    return new URL(target, 'http://any').searchParams.get('cursor') ?? undefined
  }
  return undefined
}
