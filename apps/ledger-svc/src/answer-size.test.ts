import { describe, expect, test } from 'vitest'
import { fittingInBytes, refuseTooLong } from './answer-size.ts'

const MIB = 1024 * 1024
const itself = (bytes: number): number => bytes

describe('an answer', () => {
  test('may be 24 MiB long, and not a byte longer', () => {
    expect(() => refuseTooLong([20 * MIB, 4 * MIB], itself, 'entries')).not.toThrow()
    expect(() => refuseTooLong([20 * MIB, 4 * MIB, 1], itself, 'entries')).toThrow(
      expect.objectContaining({ errorEnum: 'PayloadTooLarge' }),
    )
  })

  test('has at most 3 MiB a page, or a single item that is longer', () => {
    expect(fittingInBytes([MIB, 2 * MIB, 1], itself)).toBe(2)
    expect(fittingInBytes([MIB, 2 * MIB], itself)).toBe(2)
    expect(fittingInBytes([4 * MIB, 1], itself)).toBe(1)
    expect(fittingInBytes([], itself)).toBe(0)
  })
})
