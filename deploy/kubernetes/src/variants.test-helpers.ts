import { beforeAll } from 'vitest'
import { readManifests, type Manifest } from './manifests.ts'
import { renderAll, renderedBefore, type Texts } from './rendered-before.ts'
import { Copy, VARIANTS } from './variants.ts'

/** For all test files of a worker; read-only. */
let all: Map<string, readonly Manifest[]> | undefined

/** Renders every variant before the tests of a file; the answer tells what one of them has. */
export function rendered(): (variant: string) => readonly Manifest[] {
  beforeAll(() => {
    all ??= new Map(Object.entries(renderedBefore() ?? renderNow()).map(([name, text]) => [name, readManifests(text)]))
  }, 120_000)
  return (variant) => {
    const manifests = all?.get(variant)
    if (!manifests) throw new Error(`Expected one of ${VARIANTS.join(', ')}, got ${variant}`)
    return manifests
  }
}

function renderNow(): Texts {
  using copy = new Copy()
  return renderAll(copy)
}
