import { expect, test } from 'vitest'
import { pathAt } from './json-path.ts'

test.each([
  ['@', ''],
  ['[1, @]', '1'],
  ['{"a": @}', 'a'],
  ['{"a": "x:,{[", "b": [{"c": 1}, {"d\\"": 2, "e": @}]}', 'b.1.e'],
  ['[{"line_items": [{"amount": 1}, {"memo": "amount", "amount": @}]}]', '0.line_items.1.amount'],
  ['{"a": {"b": [1, 2]}, "c": [[], [[3, @]]]}', 'c.1.0.1'],
])('in %s the mark stands at %s', (text, path) => {
  expect(pathAt(text, text.indexOf('@'))).toBe(path)
})
