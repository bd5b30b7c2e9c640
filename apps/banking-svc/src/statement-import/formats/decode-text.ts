/** The text of a file in any encoding, whether it declares that rightly or not. Pure. */
import { cutOff, unreadable } from './statement.ts'

/** Files that are sent by mistake. */
const OTHER_FILES: readonly [readonly number[], string][] = [
  [[0x25, 0x50, 0x44, 0x46], 'a PDF document'],
  [[0x50, 0x4b, 0x03, 0x04], 'a ZIP archive or an Excel workbook'],
  [[0xd0, 0xcf, 0x11, 0xe0], 'an old Excel workbook'],
  [[0x1f, 0x8b], 'a compressed file'],
  [[0x89, 0x50, 0x4e, 0x47], 'a picture'],
  [[0xff, 0xd8, 0xff], 'a picture'],
]

/**
 * Valid UTF-8 is UTF-8: other text is not by accident, and many files that declare another encoding were converted. Else
 * the declared encoding, else Windows-1252, which includes ISO-8859-1.
 * @throws UnreadableStatement for a file that is not text
 */
export function textOf(content: Uint8Array, declared?: string): string {
  const other = OTHER_FILES.find(([magic]) => magic.every((byte, index) => content[index] === byte))
  if (other)
    throw unreadable(`The file is ${other[1]}. Export the statement as OFX, CAMT.053, MT940 or CSV, and send that.`)
  const text = decode(content, declared)
  if (text.trim() === '') throw unreadable('The file is empty.')
  if (text.includes('\0')) throw unreadable('The file is not text: it holds bytes that no statement has.')
  return text
}

function decode(content: Uint8Array, declared: string | undefined): string {
  const isUtf16 = (content[0] === 0xff && content[1] === 0xfe) || (content[0] === 0xfe && content[1] === 0xff)
  if (isUtf16 && content.length % 2 === 1) throw cutOff('it ends within a character')
  if (content[0] === 0xff && content[1] === 0xfe) return new TextDecoder('utf-16le').decode(content)
  if (content[0] === 0xfe && content[1] === 0xff) return new TextDecoder('utf-16be').decode(content)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content)
  } catch {
    if (endsWithinCharacter(content)) throw cutOff('it ends within a character')
    return (decoderOf(declared) ?? new TextDecoder('windows-1252')).decode(content)
  }
}

/** UTF-8 except for the last character; other characters beyond ASCII rule out other encodings. */
function endsWithinCharacter(content: Uint8Array): boolean {
  try {
    return /[^\0-\x7f]/.test(new TextDecoder('utf-8', { fatal: true }).decode(content, { stream: true }))
  } catch {
    return false
  }
}

/** Encodings as OFX headers name them: `CHARSET:1252`. */
const decoderOf = (label: string | undefined) => {
  if (label === undefined) return undefined
  try {
    const decoder = new TextDecoder(/^\d{4}$/.test(label) ? `windows-${label}` : label)
    // UTF-8 has failed already.
    return decoder.encoding === 'utf-8' ? undefined : decoder
  } catch {
    return undefined
  }
}

/** The text in a requested encoding. Undefined if there is no such encoding. */
export function textIn(content: Uint8Array, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding).decode(content)
  } catch {
    return undefined
  }
}

/** The encoding that the beginning of the file declares. */
export function declaredEncoding(content: Uint8Array): string | undefined {
  const head = Buffer.from(content.subarray(0, 1_000)).toString('latin1')
  return (/<\?xml[^>]*\sencoding=["']([\w.:-]+)["']/i.exec(head) ?? /^CHARSET:\s*([\w-]+)/m.exec(head))?.[1]
}
