import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DeadlineError, PostingFailedError } from './index.ts'
import { clientOf, json, startService, type Service } from './testing/service.test-helpers.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())

type Status = 'PENDING' | 'POSTED' | 'FAILED'
const postings = (...statuses: Status[]) => {
  const data = statuses.map((status) => ({
    status,
    error_enum: 'AccountArchived',
    error_description: 'It is archived.',
  }))
  return json(200, { data, meta: { pagination: { cursor: null, has_more: false } } })
}

describe('a posting is waited for', () => {
  test('until all that the document posts is in the ledger', async () => {
    service.replies(postings('PENDING', 'PENDING'), postings('POSTED', 'PENDING'), postings('POSTED', 'POSTED'))
    const { client, slept } = clientOf(service)
    expect(await client.waitForPosting('b', 'invoice-id')).toMatchObject([{ status: 'POSTED' }, { status: 'POSTED' }])
    expect(slept).toEqual([50, 100])
    expect(service.received[0]?.url).toBe('/v1/businesses/b/postings?source_id=invoice-id&limit=500')
  })

  test('not at all where there is none', async () => {
    service.replies(postings())
    expect(await clientOf(service).client.waitForPosting('b', 'x')).toEqual([])
  })

  test('until one of them is refused, which is thrown', async () => {
    service.replies(postings('PENDING', 'POSTED'), postings('PENDING', 'FAILED', 'POSTED'))
    const error = await clientOf(service)
      .client.waitForPosting('b', 'x')
      .catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(PostingFailedError)
    expect(error).toMatchObject({
      postings: [{ status: 'FAILED' }],
      message: expect.stringContaining('It is archived.'),
    })
  })

  test('until the deadline', async () => {
    service.replies(postings('PENDING'))
    const { client, slept } = clientOf(service)
    await expect(client.waitForPosting('b', 'x', { deadlineMs: 3_000 })).rejects.toThrow(DeadlineError)
    expect(slept).toEqual([50, 100, 200, 400, 800, 1_000])
  })
})

describe('reports are waited for', () => {
  const report = (through: string | undefined, date?: string) =>
    json(200, {}, { ...(through && { 'pacioli-through': through }), ...(date && { date }) })

  test('until they have the second in which they were first asked for, by the clock of the service', async () => {
    const date = 'Sat, 31 Jan 2026 09:00:00 GMT'
    service.replies(
      report(undefined, date),
      report('2026-01-31T09:00:00.999Z', date),
      report('2026-01-31T09:00:01.000Z', date),
    )
    expect(await clientOf(service).client.waitForReports('b')).toEqual(new Date('2026-01-31T09:00:01Z'))
    expect(service.received).toHaveLength(3)
  })

  test('until they have the instant that was given', async () => {
    service.replies(report('2026-01-31T08:59:59.999Z'), report('2026-01-31T09:00:00.000Z'))
    await clientOf(service).client.waitForReports('b', { since: new Date('2026-01-31T09:00:00Z') })
    expect(service.received).toHaveLength(2)
  })

  test('until the deadline, where it is not known how far they are', async () => {
    service.replies(report(undefined))
    await expect(clientOf(service).client.waitForReports('b', { deadlineMs: 500 })).rejects.toThrow(DeadlineError)
  })
})
