/**
 * Folders of a service that import each other, directly or by way of others. A service is layers: subjects below, use cases
 * above, and no import runs back up; then each folder can be read and changed knowing only those below it.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

/** What one folder imports of another one: for each, an import that shows it. */
type Imports = Map<string, Map<string, string>>

/** Tests may import what they like. */
const isProduct = (path: string): boolean => path.endsWith('.ts') && !/\.test(-helpers)?\.ts$/.test(path)

/** A file that is in no folder is a folder of its own. */
const folderOf = (path: string): string => (dirname(path) === '.' ? path : dirname(path))

function importsOf(src: string): Imports {
  const imports: Imports = new Map()
  for (const path of readdirSync(src, { recursive: true, encoding: 'utf8' }).filter(isProduct))
    for (const [, target = ''] of readFileSync(join(src, path), 'utf8').matchAll(/\bfrom '(\.[^']+)'/g)) {
      const imported = normalize(join(dirname(path), target))
      const [from, to] = [folderOf(path), folderOf(imported)]
      if (from === to || imported.startsWith('..')) continue
      const known = imports.get(from) ?? new Map<string, string>()
      imports.set(from, known.set(to, known.get(to) ?? `${path} imports ${imported}`))
    }
  return imports
}

/** The shortest way back to `start`, by imports that show it. */
function wayBack(start: string, imports: Imports): string[] | undefined {
  const ways = new Map<string, string[]>([[start, []]])
  for (const [folder, way] of ways)
    for (const [next, shown] of imports.get(folder) ?? []) {
      if (next === start) return [...way, shown]
      if (!ways.has(next)) ways.set(next, [...way, shown])
    }
  return undefined
}

/** One circle for each folder that is on any: the imports that close it, in their order. Circles that others name are left out. */
export function folderCircles(src: string): string[][] {
  const imports = importsOf(src)
  const circles = new Map<string, string[]>()
  for (const folder of [...imports.keys()].sort()) {
    const way = wayBack(folder, imports)
    const key = [...(way ?? [])].sort().join('\n')
    if (way && !circles.has(key)) circles.set(key, way)
  }
  return [...circles.values()]
}
