import { expect, test } from 'vitest'
import { keptMetadata } from './metadata.ts'

test.each([
  ['{"a": 1, "bc": {"d": [1, 2]}}', '{"bc":{"d":[1,2]},"a":1}'],
  ['{"a": 1.0}', '{"a":1}'],
  ['{"a": "é"}', '{"a":"\\u00e9"}'],
  ['{}', '{ }'],
])('%s is kept where %s is requested', (existing, requested) => {
  expect(keptMetadata(requested, existing)).toBe(existing)
})

test.each([
  ['{"a": 1}', '{"a":"1"}'],
  ['{"a": [1, 2]}', '{"a":[2,1]}'],
  ['{"a": null}', '{}'],
  ['{}', null],
  [null, '{}'],
  [null, null],
])('%j becomes %j', (existing, requested) => {
  expect(keptMetadata(requested, existing)).toBe(requested)
})
