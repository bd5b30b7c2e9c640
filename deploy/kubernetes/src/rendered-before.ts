/** Caches the rendered variants, by the files they are rendered from. */
import { createHash } from 'node:crypto'
import { globSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { VARIANTS, type Copy } from './variants.ts'

const HERE = join(import.meta.dirname, '..')
const ROOT = join(HERE, '..', '..')
const CACHE = join(ROOT, 'node_modules', '.cache', 'pacioli')

/** What each variant renders to. */
export type Texts = Record<string, string>

/** Rendered from the same files before: rendering takes eight seconds of a processor. */
export function renderedBefore(): Texts | undefined {
  try {
    return JSON.parse(readFileSync(cacheFile(), 'utf8')) as Texts
  } catch {
    return undefined
  }
}

/** Renders every variant and stores the results for later. */
export function renderAll(copy: Copy): Texts {
  const texts = Object.fromEntries(VARIANTS.map((variant) => [variant, copy.render(variant)]))
  mkdirSync(CACHE, { recursive: true })
  // In one step: another process may be reading it.
  const written = `${cacheFile()}.${process.pid}`
  writeFileSync(written, JSON.stringify(texts))
  renameSync(written, cacheFile())
  return texts
}

/** Named by all that is rendered and all that renders it: the folder, and the lock file for the rest. */
function cacheFile(): string {
  const names = globSync('**/*', { cwd: HERE }).filter((name) => !/(^|\/)(secrets|node_modules)(\/|$)/.test(name))
  const files = [...names.toSorted().map((name) => join(HERE, name)), join(ROOT, 'package-lock.json')]
  const digest = createHash('sha256')
  for (const file of files.filter((one) => statSync(one).isFile())) digest.update(file).update(readFileSync(file))
  return join(CACHE, `manifests-${digest.digest('hex')}.json`)
}
