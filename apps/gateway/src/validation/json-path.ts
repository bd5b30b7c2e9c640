/** Finds the path of an offset in a JSON text. Pure; only used for refusals. */

type Level = { isList: boolean; at: string | number }

/** A quoted string, a bracket or brace, or a comma; colons and other values do not matter. */
const tokens = /"(?:[^"\\]|\\.)*"|[[\]{},]/gs

const nameOf = (quoted: string): string => {
  try {
    return JSON.parse(quoted) as string
  } catch {
    return quoted
  }
}

/** The dotted path of the value at this offset: `37.line_items.0.amount`; empty at the top. */
export function pathAt(text: string, offset: number): string {
  const levels: Level[] = []
  for (const { 0: token, index } of text.matchAll(tokens)) {
    if (index >= offset) break
    const level = levels.at(-1)
    if (token === '{' || token === '[') levels.push({ isList: token === '[', at: token === '[' ? 0 : '' })
    else if (token === '}' || token === ']') levels.pop()
    else if (token === ',') {
      if (level && typeof level.at === 'number') level.at += 1
    } else if (level && !level.isList && /^\s*:/.test(text.slice(index + token.length))) level.at = nameOf(token)
  }
  return levels.map(({ at }) => at).join('.')
}
