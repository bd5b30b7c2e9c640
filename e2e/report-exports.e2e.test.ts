/** Reports as files: asked for with a token, fetched by a link without one. */
import { beforeAll, describe, expect, test } from 'vitest'
import { newClient, sale, target, type Books, type TestClient } from './src/index.ts'

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

let client: TestClient
let books: Books

beforeAll(async () => {
  client = await newClient(target(), 'report-exports')
  books = await client.books()
  await books.posted(sale(100))
})

const exported = async (query: Record<string, string> = {}) =>
  (await books.api.call('exportTrialBalance', { query })).body.data

describe('an exported report', () => {
  test('is described as the interface document describes it', async () => {
    const before = Date.now()
    const document = await exported({ effective_date: '2026-01-31' })
    const after = Date.now()
    expect(document).toEqual({
      type: 'S3_Presigned_Url',
      presignedUrl: expect.stringMatching(/^http/),
      fileType: XLSX,
      fileName: 'trial-balance-2026-01-31.xlsx',
      createdAt: expect.any(String),
      documentId: expect.any(String),
      document_type: 'TRIAL_BALANCE_REPORT',
    })
    const createdAt = Date.parse(document.createdAt)
    expect(before <= createdAt && createdAt <= after).toBe(true)
  })

  test('is about the day of the business on which an instant is', async () => {
    const { fileName } = await exported({ effective_date: '2026-02-01T00:00:00.000+14:00' })
    expect(fileName).toBe('trial-balance-2026-01-31.xlsx')
  })

  test('is fetched by its link, without a token, under its name and type', async () => {
    const { presignedUrl, fileName } = await exported()
    const response = await fetch(presignedUrl)
    expect([response.status, response.headers.get('content-type')]).toEqual([200, XLSX])
    expect(response.headers.get('content-disposition')).toBe(`attachment; filename="${fileName}"`)
    const bytes = Buffer.from(await response.arrayBuffer())
    expect([bytes.length > 1_000, bytes.subarray(0, 2).toString()]).toEqual([true, 'PK'])
  })

  test('of one business is in no link of another', async () => {
    const [mine, theirs] = [await exported(), (await (await client.books()).api.call('exportTrialBalance')).body.data]
    expect(new URL(theirs.presignedUrl).pathname).not.toContain(books.id)
    const mixed = new URL(theirs.presignedUrl)
    mixed.pathname = new URL(mine.presignedUrl).pathname
    expect((await fetch(mixed)).status).toBe(403)
  })
})

test('several exports of one business are made one after another, and all of them', async () => {
  const made = await Promise.all(Array.from({ length: 6 }, () => exported()))
  expect(new Set(made.map(({ documentId }) => documentId)).size).toBe(6)
  for (const { presignedUrl } of made) expect((await fetch(presignedUrl)).status).toBe(200)
})

test('an unknown parameter is refused', async () => {
  const { refusal } = await books.api.call('exportTrialBalance', { query: { effective_day: '2026-01-31' } })
  expect(refusal).toMatchObject({ status: 400, error_enum: 'UnknownField', field: 'effective_day' })
})
