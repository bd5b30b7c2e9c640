/** What the lines of a bundle have, as JSON Schemas, for whoever reads them with programs of their own. */
import { fileOf } from './states.ts'
import schemas from './schemas.json' with { type: 'json' }
import type { BundledFile, WrittenFile } from './zip-files.ts'

/** Of which file of the bundle each is. */
const BY_FILE: ReadonlyMap<string, object> = new Map<string, object>([
  ['schemas/leaves.json', schemas.leaf],
  ['schemas/seals.json', schemas.seal],
  ...Object.entries(schemas.states).map(([type, schema]) => [schemaFileOf(type), schema] as const),
])

/** @param type of things, or what stands in the files of a log */
export function schemaFileOf(type: string): string {
  if (type === 'leaf') return 'schemas/leaves.json'
  return `schemas/${fileOf(type).replace(/l$/, '')}`
}

/** Those that the files written so far need. @throws Error for a file whose lines nobody describes */
export function* schemaFiles(written: readonly WrittenFile[]): Generator<BundledFile> {
  for (const path of new Set(written.flatMap(({ schema }) => schema ?? []))) {
    const schema = BY_FILE.get(path)
    if (!schema) throw new Error(`Nothing describes the lines of ${path}: npm run client:document`)
    yield { path, content: [`${JSON.stringify(schema, null, 1)}\n`] }
  }
}
