/** The fields of an MT940 file by statement, and whether the file is complete. Pure. */
import { cutOff, limitStatements, MAX_LINES, tooManyLines, unreadable } from './statement.ts'

/** `isUnended`: the file ends within the field's first line, which may be cut off. */
export type Field = { tag: string; lines: string[]; isUnended: boolean }

const field = /^:(\d{2}[A-Z]?):(.*)$/
/** The end of a message; an envelope follows up to the next field. */
const end = /^-(\}.*|X*)?$/

/** Every statement ends with field 62F or, if it continues in the next message, 62M. */
export const isClosing = ({ tag }: Field): boolean => tag === '62F' || tag === '62M'

/**
 * The statements of the file, each beginning with :20:. Text before the first one is ignored.
 * @throws UnreadableStatement for a file that is not MT940, or was cut off
 */
export function messagesOf(text: string): Field[][] {
  const { fields, rest } = fieldsOf(text)
  const messages: Field[][] = []
  for (const one of fields) {
    if (one.tag === '20') messages.push([])
    messages.at(-1)?.push(one)
  }
  if (messages.length === 0) throw unreadable('The file has no field :20:, with which every MT940 statement begins.')
  limitStatements(messages.length)
  requireWhole(messages, rest)
  return messages
}

function fieldsOf(text: string): { fields: Field[]; rest: string } {
  const fields: Field[] = []
  let current: Field | undefined
  let rest: string[] = []
  let entries = 0
  for (const line of text.split(/\r\n|\n|\r/)) {
    const found = field.exec(line)
    if (found) {
      if (found[1] === '61' && ++entries > MAX_LINES) throw tooManyLines()
      current = { tag: found[1] ?? '', lines: [found[2] ?? ''], isUnended: false }
      fields.push(current)
      rest = []
    } else if (end.test(line.trim())) {
      current = undefined
      rest = [line]
    } else if (current) current.lines.push(line)
    else rest.push(line)
  }
  // The last line has no line end.
  if (current?.lines.length === 1) current.isUnended = true
  return { fields, rest: rest.join('\n') }
}

/**
 * @param rest what follows the last message, or would follow if the file had not ended there
 * @throws UnreadableStatement
 */
function requireWhole(messages: readonly Field[][], rest: string): void {
  const unended = messages.findIndex((message) => !message.some(isClosing))
  if (unended === messages.length - 1) throw cutOff('its last statement has no closing balance, field :62F:')
  if (unended >= 0)
    throw unreadable(
      `Statement ${unended + 1} of the file has no closing balance, field :62F:, with which every MT940 statement ends. Reports of a day (MT942) have none: send statements.`,
    )
  // The SWIFT envelope, or the first field, of another statement.
  if (rest.includes('{1:') || /^:/m.test(rest)) throw cutOff('after its last whole statement another one begins')
}
