import { expect, test } from 'vitest'
import { MAX_ROWS, requireFewRows } from './max-rows.ts'

test('as many rows as the limit are allowed, and one more is not', () => {
  expect(() => requireFewRows(MAX_ROWS, MAX_ROWS)).not.toThrow()
  expect(() => requireFewRows(MAX_ROWS + 1, MAX_ROWS)).toThrow(
    expect.objectContaining({ errorEnum: 'ReportTooLarge' }) as Error,
  )
})
