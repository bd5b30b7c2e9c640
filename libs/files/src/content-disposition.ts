/**
 * The header that makes a browser save the file under its name (RFC 6266): in ASCII for old ones, and in full (RFC
 * 5987). Nothing in a name can end the header or leave the download directory. Pure.
 */
export function attachmentNamed(fileName: string): string {
  const name = safeName(fileName)
  const ascii = name.replace(/[^\x20-\x7e]/g, '_').replace(/["\\%]/g, '_')
  const plain = `attachment; filename="${ascii}"`
  return ascii === name ? plain : `${plain}; filename*=UTF-8''${encoded(name)}`
}

const MAX_LENGTH = 150

function safeName(fileName: string): string {
  const name = fileName
    .toWellFormed()
    // Control characters, and those that change the direction of writing and so hide a file's type.
    .replace(/[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu, '')
    .replace(/[/\\:*?<>|]/g, '_')
    .replace(/^[.\s]+|\s+$/g, '')
  return [...name].slice(0, MAX_LENGTH).join('') || 'file'
}

/** Percent-encoded except for what RFC 5987 allows. */
const encoded = (name: string): string =>
  encodeURIComponent(name).replace(/['()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
