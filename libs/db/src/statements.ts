/** What a text of SQL is made of, as PostgreSQL reads it: comments, strings, quoted names, dollar quotes, or one other sign. */
const TOKEN =
  /--[^\n]*|\/\*|\b[eE]'(?:[^'\\]|''|\\[^])*'|'(?:[^']|'')*'|"(?:[^"]|"")*"|(?<![\w$])(\$(?:[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$)[^]*?\1|[^]/g

/**
 * The statements of a file, without comments between them.
 * @throws Error for a comment that does not end, and for a body in standard SQL, which has semicolons of its own
 */
export function statementsIn(sql: string): string[] {
  const statements = ['']
  for (let at = 0; at < sql.length;) {
    TOKEN.lastIndex = at
    const token = TOKEN.exec(sql)?.[0] ?? ''
    at += token === '/*' ? lengthOfComment(sql, at) : token.length
    if (token === ';') statements.push('')
    else if (token === '/*' || token.startsWith('--')) statements.push(`${statements.pop()} `)
    else statements.push(`${statements.pop()}${token}`)
  }
  const found = statements.map((statement) => statement.trim()).filter((statement) => statement !== '')
  const other = found.find((statement) => /^CREATE\b[^]*\bBEGIN\s+ATOMIC\b/i.test(statement))
  if (other !== undefined) throw new Error(`A function's body has to be in dollar quotes, not BEGIN ATOMIC: ${other}`)
  return found
}

/** Comments of this kind lie in one another. */
function lengthOfComment(sql: string, start: number): number {
  let depth = 0
  for (const { 0: sign, index } of sql.slice(start).matchAll(/\/\*|\*\//g)) {
    depth += sign === '/*' ? 1 : -1
    if (depth === 0) return index + 2
  }
  throw new Error(`A comment does not end: ${sql.slice(start, start + 100)}`)
}

/** Whether a statement is about rights to single columns. */
export const isAboutColumns = (statement: string): boolean =>
  /^(?:GRANT|REVOKE)\b(?:(?!\bON\b)[^(])*\(/i.test(statement)
