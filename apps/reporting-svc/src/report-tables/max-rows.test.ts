import { expect, test } from 'vitest'
import { MAX_ROWS, requireRoom } from './max-rows.ts'

test('as many rows as are answered at once have room, and one more has not', () => {
  expect(() => requireRoom(MAX_ROWS, MAX_ROWS)).not.toThrow()
  expect(() => requireRoom(MAX_ROWS + 1, MAX_ROWS)).toThrow(
    expect.objectContaining({ errorEnum: 'ReportTooLarge' }) as Error,
  )
})
