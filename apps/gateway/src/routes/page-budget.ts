/** Bytes that the joined documents of a page may take. */
const MAX_BYTES = 3 * 1024 * 1024

/** The lines before the first that is left out. */
export function upTo<Line>(lines: readonly Line[], isLeftOut: (line: Line) => boolean): readonly Line[] {
  const end = lines.findIndex(isLeftOut)
  return end < 0 ? lines : lines.slice(0, end)
}

/** Serializes a joined document. */
export type Serialize<Thing> = (thing: Thing) => string

/** As many of the lines as fit with their documents; always the first. */
export function withinPageBudget<Line, Thing extends object>(
  lines: readonly Line[],
  ofLine: (line: Line) => Thing | null | undefined,
  serialize: Serialize<Thing>,
): readonly Line[] {
  const sizes = new Map<Thing, number>()
  const bytesOf = (document: Thing): number => {
    const size = sizes.get(document) ?? Buffer.byteLength(serialize(document))
    sizes.set(document, size)
    return size
  }
  let bytes = 0
  return upTo(lines, (line) => {
    const document = ofLine(line)
    bytes += document ? bytesOf(document) : 0
    return bytes > MAX_BYTES && line !== lines[0]
  })
}
