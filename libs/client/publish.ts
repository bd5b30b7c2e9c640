/** Around `npm pack` and `npm publish`: the package leads to what was compiled, while in the repository it leads to its sources. */
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

const MANIFEST = join(import.meta.dirname, 'package.json')
/** Where the manifest of the sources waits. */
const KEPT = join(import.meta.dirname, 'package.source.json')

type Manifest = { exports: Record<string, string>; [field: string]: unknown }

/** Pure: what is of use to those who install it. */
function publishedManifest(manifest: Manifest): Manifest {
  const { scripts: _scripts, devDependencies: _tools, nx: _nx, ...rest } = manifest
  const compiled = (source: string, extension: string): string =>
    source.replace('./src/', './dist/').replace(/\.ts$/, extension)
  const entries = Object.entries(manifest.exports).map(([name, source]) => [
    name,
    { types: compiled(source, '.d.ts'), default: compiled(source, '.js') },
  ])
  return { ...rest, exports: Object.fromEntries(entries) as Manifest['exports'] }
}

const { values } = parseArgs({ options: { begin: { type: 'boolean' }, end: { type: 'boolean' } } })
if (values.begin) {
  renameSync(MANIFEST, KEPT)
  const manifest = JSON.parse(readFileSync(KEPT, 'utf8')) as Manifest
  writeFileSync(MANIFEST, `${JSON.stringify(publishedManifest(manifest), null, 2)}\n`)
} else if (values.end) {
  renameSync(KEPT, MANIFEST)
}
