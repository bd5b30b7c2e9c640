/** Around `npm pack` and `npm publish`: the package leads to what was compiled, while in the repository it leads to its sources. */
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

const MANIFEST = join(import.meta.dirname, 'package.json')
/** Where the manifest of the sources waits. */
const KEPT = join(import.meta.dirname, 'package.source.json')

/** Pure: what is of use to those who install it. The command is there only: an install in the repository would link sources. */
function publishedManifest(manifest: Record<string, unknown>): Record<string, unknown> {
  const { scripts: _scripts, nx: _nx, ...rest } = manifest
  return {
    ...rest,
    exports: { '.': { types: './dist/index.d.ts', default: './dist/index.js' } },
    bin: { 'pacioli-verify': './dist/main.js' },
  }
}

const { values } = parseArgs({ options: { begin: { type: 'boolean' }, end: { type: 'boolean' } } })
if (values.begin) {
  renameSync(MANIFEST, KEPT)
  const manifest = JSON.parse(readFileSync(KEPT, 'utf8')) as Record<string, unknown>
  writeFileSync(MANIFEST, `${JSON.stringify(publishedManifest(manifest), null, 2)}\n`)
} else if (values.end) {
  renameSync(KEPT, MANIFEST)
}
