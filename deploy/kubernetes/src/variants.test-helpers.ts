import { createHash } from 'node:crypto'
import { globSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll } from 'vitest'
import { readManifests, type Manifest } from './manifests.ts'
import { Copy, VARIANTS } from './variants.ts'

const HERE = join(import.meta.dirname, '..')
const CACHE = join(HERE, '..', '..', 'node_modules', '.cache', 'pacioli')

/** For all test files of a worker. Nobody changes what is in it. */
let all: Map<string, readonly Manifest[]> | undefined

/** Renders every variant before the tests of a file; the answer tells what one of them has. */
export function rendered(): (variant: string) => readonly Manifest[] {
  beforeAll(() => {
    all ??= new Map(Object.entries(renderedBefore() ?? renderAll()).map(([name, text]) => [name, readManifests(text)]))
  }, 120_000)
  return (variant) => {
    const manifests = all?.get(variant)
    if (!manifests) throw new Error(`Expected one of ${VARIANTS.join(', ')}, got ${variant}`)
    return manifests
  }
}

/** What each variant renders to. */
type Texts = Record<string, string>

/** Rendering takes eight seconds of a processor: what was rendered of the same files before is as good. */
function renderedBefore(): Texts | undefined {
  try {
    return JSON.parse(readFileSync(cacheFile(), 'utf8')) as Texts
  } catch {
    return undefined
  }
}

function renderAll(): Texts {
  using copy = new Copy()
  const texts = Object.fromEntries(VARIANTS.map((variant) => [variant, copy.render(variant)]))
  mkdirSync(CACHE, { recursive: true })
  // In one step: another worker may be reading it.
  const written = `${cacheFile()}.${process.pid}`
  writeFileSync(written, JSON.stringify(texts))
  renameSync(written, cacheFile())
  return texts
}

/** Named by all that is rendered and all that renders it: the folder, and the lock file for the rest. */
function cacheFile(): string {
  const names = globSync('**/*', { cwd: HERE }).filter((name) => !/(^|\/)(secrets|node_modules)(\/|$)/.test(name))
  const files = [...names.toSorted().map((name) => join(HERE, name)), join(HERE, '..', '..', 'package-lock.json')]
  const digest = createHash('sha256')
  for (const file of files.filter((one) => statSync(one).isFile())) digest.update(file).update(readFileSync(file))
  return join(CACHE, `manifests-${digest.digest('hex')}.json`)
}
