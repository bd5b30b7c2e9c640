/** What the lines of a page may tell besides, in bytes: each line of a document tells all of it. */
const MAX_BYTES = 3 * 1024 * 1024

/** The lines before the first that there was no room for. */
export function upTo<Line>(lines: readonly Line[], isLeftOut: (line: Line) => boolean): readonly Line[] {
  const end = lines.findIndex(isLeftOut)
  return end < 0 ? lines : lines.slice(0, end)
}

/** What something is told as. */
export type Size<Thing> = (thing: Thing) => string

/** As many of the lines as there is room for with what they tell; the first always. */
export function fitting<Line, Thing extends object>(
  lines: readonly Line[],
  toldOf: (line: Line) => Thing | null | undefined,
  tell: Size<Thing>,
): readonly Line[] {
  const sizes = new Map<Thing, number>()
  const bytesOf = (told: Thing): number => {
    const size = sizes.get(told) ?? Buffer.byteLength(tell(told))
    sizes.set(told, size)
    return size
  }
  let bytes = 0
  return upTo(lines, (line) => {
    const told = toldOf(line)
    bytes += told ? bytesOf(told) : 0
    return bytes > MAX_BYTES && line !== lines[0]
  })
}
