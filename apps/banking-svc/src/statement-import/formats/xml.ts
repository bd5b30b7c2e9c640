/** XML as a tree. Reads nothing outside of the file, and expands no entities. */
import sax from 'sax'
import { DomainError } from '@pacioli/errors'
import type { Element } from './element.ts'
import { unreadable } from './statement.ts'

/** CAMT is about twenty levels deep. */
const MAX_DEPTH = 64
const MAX_ELEMENTS = 500_000

/** Entities other than the five of XML are errors: a file defines none. */
const OPTIONS = { strictEntities: true, position: true }

/** Names have no prefixes. @throws UnreadableStatement for XML that is not well formed */
export function xmlTree(text: string): Element {
  const root: Element = { name: '', attributes: {}, children: [], text: '' }
  const open: Element[] = [root]
  let count = 0
  const parser = sax.parser(true, OPTIONS)
  const fail = (words: string): never => {
    throw unreadable(`The file is no XML that can be read: ${words}, in line ${parser.line + 1}.`)
  }
  parser.onerror = (error) => fail((error.message.split('\n')[0] ?? '').slice(0, 200))
  parser.ondoctype = () => fail('it defines a document type, which statements do not')
  parser.onopentag = ({ name, attributes }) => {
    if (open.length > MAX_DEPTH) fail(`its elements go deeper than ${MAX_DEPTH} levels`)
    if (++count > MAX_ELEMENTS) fail(`it has more than ${MAX_ELEMENTS} elements`)
    const element: Element = {
      name: withoutPrefix(name),
      attributes: attributes as Record<string, string>,
      children: [],
      text: '',
    }
    open.at(-1)?.children.push(element)
    open.push(element)
  }
  parser.onclosetag = () => void open.pop()
  const addText = (more: string): void => {
    const element = open.at(-1)
    if (element) element.text += more
  }
  parser.ontext = addText
  parser.oncdata = addText
  try {
    parser.write(text.replace(/^\s+/, '')).close()
  } catch (error) {
    if (error instanceof DomainError) throw error
    fail(error instanceof Error ? (error.message.split('\n')[0] ?? '').slice(0, 200) : 'it cannot be parsed')
  }
  return root
}

const withoutPrefix = (name: string): string => name.slice(name.indexOf(':') + 1)
