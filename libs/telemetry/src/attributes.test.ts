import * as conventions from '@opentelemetry/semantic-conventions/incubating'
import { expect, test } from 'vitest'
import { attribute } from './attributes.ts'

test('every attribute is one of the semantic conventions, or says that it is ours', () => {
  const known = new Set<unknown>(
    Object.entries(conventions).flatMap(([name, value]) => (name.startsWith('ATTR_') ? [value] : [])),
  )
  expect(known.size).toBeGreaterThan(500)
  const unknown = Object.values(attribute).filter((name) => !name.startsWith('pacioli.') && !known.has(name))
  expect(unknown).toEqual([])
})
