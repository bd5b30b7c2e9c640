import { MAX_MESSAGE_BYTES } from '@pacioli/rpc'
import { expect, test } from 'vitest'
import { refuseLongAnswer } from './closing.messages.ts'

test('an answer is as long as a message may be, and not a byte longer', () => {
  const answerOf = (bytes: number) => [{ memo: 'm'.repeat(bytes - JSON.stringify([{ memo: '' }]).length) }]
  expect(() => refuseLongAnswer(answerOf(MAX_MESSAGE_BYTES))).not.toThrow()
  expect(() => refuseLongAnswer(answerOf(MAX_MESSAGE_BYTES + 1))).toThrow(
    expect.objectContaining({ errorEnum: 'PayloadTooLarge' }),
  )
})
