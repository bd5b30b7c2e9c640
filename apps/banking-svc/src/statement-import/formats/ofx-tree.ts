/**
 * OFX as a tree: SGML, whose leaves need no end tags, XML, and what banks make of both. One reader for all, since files
 * may declare one and be the other. Pure; linear in the size of the file.
 */
import type { Element } from './element.ts'
import { cutOff, MAX_LINES, tooManyLines, unreadable } from './statement.ts'

/** OFX is about ten levels deep; empty leaves without an end tag add some. */
const MAX_DEPTH = 64

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

const decoded = (text: string): string =>
  text.replace(/&(#\d{1,7}|#x[\da-f]{1,6}|[a-z]{2,4});/gi, (whole, name: string) => {
    if (!name.startsWith('#')) return ENTITIES[name.toLowerCase()] ?? whole
    const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ' '
  })

/** Elements that contain others: not leaves whose end tag is missing. */
const isAggregate = (name: string): boolean => AGGREGATES.has(name) || /MSGSRSV\d$|TRNRS$|STMTRS$/.test(name)
const AGGREGATES = new Set(
  'OFX SONRS STATUS FI BANKACCTFROM CCACCTFROM INVACCTFROM BANKACCTTO CCACCTTO BANKTRANLIST INVTRANLIST INVBANKTRAN STMTTRN PAYEE CURRENCY ORIGCURRENCY LEDGERBAL AVAILBAL INVBAL BALLIST BAL'.split(
    ' ',
  ),
)

type Tag = { kind: 'open' | 'close' | 'empty'; name: string; end: number }

const isNameCharacter = (code: number): boolean =>
  (code >= 48 && code <= 57) ||
  (code >= 65 && code <= 90) ||
  (code >= 97 && code <= 122) ||
  code === 46 ||
  code === 45 ||
  code === 95 ||
  code === 58

/** The tag that begins here; undefined for a less-than sign in a text. */
function tagAt(text: string, start: number): Tag | undefined {
  const closing = text[start + 1] === '/'
  const from = start + (closing ? 2 : 1)
  let to = from
  while (to - from <= 64 && isNameCharacter(text.charCodeAt(to))) to++
  if (to === from || to - from > 64) return undefined
  let end = to
  while (end - to <= 256 && end < text.length && text[end] !== '>' && text[end] !== '<') end++
  if (text[end] !== '>') return undefined
  if (end > to && !/[\s/]/.test(text[to] ?? '')) return undefined
  const name = text.slice(from, to).toUpperCase()
  return { kind: closing ? 'close' : text[end - 1] === '/' ? 'empty' : 'open', name, end: end + 1 }
}

class TreeBuilder {
  readonly root: Element = { name: '', attributes: {}, children: [], text: '' }
  readonly #open: Element[] = [this.root]
  #leaf: Element | undefined
  #transactions = 0

  text(text: string): void {
    const current = this.#leaf ?? this.#open.at(-1)
    if (!current || current === this.root || isAggregate(current.name) || text.trim() === '') return
    current.text += text
    // An element with text is a leaf: it ends here, with or without an end tag.
    if (!this.#leaf && current.children.length === 0) {
      this.#open.pop()
      this.#leaf = current
    }
  }

  open(name: string): void {
    this.#leaf = undefined
    if (name === 'STMTTRN') {
      if (++this.#transactions > MAX_LINES) throw tooManyLines()
      // Transactions do not nest: the one before lacks its end tag.
      if (this.#open.some((element) => element.name === name)) this.close(name)
    }
    if (this.#open.length > MAX_DEPTH)
      throw unreadable(`The file is no OFX that can be read: its elements go deeper than ${MAX_DEPTH} levels.`)
    const element: Element = { name, attributes: {}, children: [], text: '' }
    this.#open.at(-1)?.children.push(element)
    this.#open.push(element)
  }

  close(name: string): void {
    if (this.#leaf?.name === name) {
      this.#leaf = undefined
      return
    }
    this.#leaf = undefined
    if (!this.#open.some((element, index) => index > 0 && element.name === name)) return
    while (this.#open.at(-1)?.name !== name) this.#endUnended()
    this.#open.pop()
  }

  /** @throws UnreadableStatement where the root element has not ended */
  finish(): Element {
    if (this.#open.some(({ name }) => name === 'OFX')) throw cutOff('its last tag, </OFX>, is missing')
    while (this.#open.length > 1) this.#endUnended()
    return this.root
  }

  /** An empty leaf without an end tag has collected what follows it: that is its parent's. */
  #endUnended(): void {
    const ended = this.#open.pop()
    const parent = this.#open.at(-1)
    if (!ended || !parent || isAggregate(ended.name)) return
    for (const child of ended.children) parent.children.push(child)
    ended.children = []
  }
}

/** @throws UnreadableStatement for a file that was cut off, or is nested too deep */
export function ofxTree(text: string): Element {
  const builder = new TreeBuilder()
  let [at, from] = [0, 0]
  let hasCData = true
  while (at >= 0) {
    at = text.indexOf('<', at)
    if (at < 0) break
    const cdataEnd = hasCData && text.startsWith('<![CDATA[', at) ? text.indexOf(']]>', at) : -2
    if (cdataEnd === -1) hasCData = false
    if (cdataEnd >= 0) {
      builder.text(decoded(text.slice(from, at)))
      builder.text(text.slice(at + 9, cdataEnd))
      at = from = cdataEnd + 3
      continue
    }
    const tag = tagAt(text, at)
    if (!tag) {
      at += 1
      continue
    }
    builder.text(decoded(text.slice(from, at)))
    if (tag.kind === 'close') builder.close(tag.name)
    else {
      builder.open(tag.name)
      if (tag.kind === 'empty') builder.close(tag.name)
    }
    at = from = tag.end
  }
  return builder.finish()
}
