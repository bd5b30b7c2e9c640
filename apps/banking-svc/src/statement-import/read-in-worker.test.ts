import { expect, test } from 'vitest'
import { MAX_LINES } from './formats/statement.ts'
import { readInWorker } from './read-in-worker.ts'

const of = (businessId: string, leftMs = 60_000) => ({
  clientId: 'a client',
  businessId,
  deadline: new Date(Date.now() + leftMs),
})

const mapping = { date: 'Date', amount: 'Amount', description: 'Text', credit_values: [], debit_values: [] }
const csv = (rows: number): Buffer =>
  Buffer.from(`Date,Text,Amount\n${'2026-01-15,Corner coffee with a long name,-4.50\n'.repeat(rows)}`)
const file = (content: Uint8Array) => ({ content, csvMapping: mapping, currency: 'USD' })

test('a large file is read as a small one is, while other requests are served', async () => {
  let turnsOfTheLoop = 0
  const timer = setInterval(() => (turnsOfTheLoop += 1), 1)
  const [small, large] = await Promise.all([
    readInWorker(file(csv(3)), of('a')),
    readInWorker(file(csv(MAX_LINES)), of('b')),
  ])
  clearInterval(timer)
  expect(large.statements[0]?.lines).toHaveLength(MAX_LINES)
  expect(large.statements[0]?.lines.slice(0, 3)).toEqual(small.statements[0]?.lines)
  expect(turnsOfTheLoop).toBeGreaterThan(10)
})

test('a large file, with one line too many for example, is refused in the same words', async () => {
  await expect(readInWorker(file(csv(MAX_LINES + 1)), of('a'))).rejects.toMatchObject({
    name: 'DomainError',
    errorEnum: 'UnreadableStatement',
  })
})

test("a large file is not read beyond its caller's deadline", async () => {
  await expect(readInWorker(file(csv(MAX_LINES)), of('a', 1))).rejects.toMatchObject({ errorEnum: 'DeadlineExceeded' })
})
