import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DomainError } from '@pacioli/errors'
import type { UpdateTransactionMetadataRequest__Output } from '@pacioli/protos/banking'
import { startTestBanking, type TestBanking } from '../banking.test-helpers.ts'
import {
  asCategory,
  entriesOf,
  importInto,
  importOne,
  load,
  openTestBooks,
  type TestBooks,
} from './categorization.test-helpers.ts'
import { categorizeTransaction, updateMetadata } from '../use-cases.test-helpers.ts'

let banking: TestBanking
let books: TestBooks
beforeAll(async () => {
  banking = await startTestBanking()
  books = await openTestBooks(banking)
})
afterAll(() => banking.stop())

const about = (
  transaction_id: string,
  change: Partial<UpdateTransactionMetadataRequest__Output>,
): UpdateTransactionMetadataRequest__Output => ({ transaction_id, document_ids: [], cleared: [], ...change })

const errorOf = async (act: Promise<unknown>): Promise<string> => {
  const error: unknown = await act.catch((reason: unknown) => reason)
  if (error instanceof DomainError) return error.errorEnum
  throw error
}

const documents = [randomUUID(), randomUUID()]
const everything = {
  memo: 'Lunch',
  metadata: '{"a":{"b":[1,2]}}',
  reference_number: 'R-7',
  counterparty_name: 'Analytical Papers',
  merchant_name: 'Papers',
  tax_code: 'GST',
  tax_options: {
    canada: [
      {
        code: 'GST',
        display_name: 'GST',
        type: 'TAXABLE',
        total_rate: '0.05',
        components: [{ code: 'GST', type: 'GST', rate: '0.05', recoverable: true }],
      },
    ],
  },
  projected_income_category: 'REVENUE',
  document_ids: documents,
  replaces_document_ids: true,
}

test('every detail is stored, shown, and cleared again', async () => {
  const { id } = await importOne(banking, books)
  const { data } = await updateMetadata(banking, books.request, about(id, everything))
  const { replaces_document_ids: _, ...shown } = everything
  expect(data).toMatchObject({ ...shown, id, version: 2 })
  expect(data.counterparty_id).toBeDefined()
  const kept = await updateMetadata(banking, books.request, about(id, { memo: 'Dinner' }))
  expect(kept.data).toMatchObject({ ...shown, memo: 'Dinner', metadata: '{"a": {"b": [1, 2]}}', version: 3 })
  const cleared = Object.keys(shown)
  await updateMetadata(banking, books.request, about(id, { cleared }))
  expect(await load(banking, books.request, id)).toMatchObject({
    memo: null,
    metadata: null,
    referenceNumber: null,
    counterpartyId: null,
    counterpartyName: null,
    merchantName: null,
    taxCode: null,
    taxOptions: null,
    projectedIncomeCategory: null,
    documentIds: [],
    version: 4,
  })
})

test('a change to the same values is no new version', async () => {
  const { id } = await importOne(banking, books)
  await updateMetadata(banking, books.request, about(id, everything))
  const again = { ...everything, metadata: '{ "a": { "b": [ 1, 2 ] } }', counterparty_name: 'ANALYTICAL papers' }
  const { data } = await updateMetadata(banking, books.request, about(id, again))
  expect(data.version).toBe(2)
})

test('one name is one counterparty, ignoring case', async () => {
  const [one, other] = await importInto(banking, books, [{}, {}])
  const first = await updateMetadata(banking, books.request, about(one?.id ?? '', { counterparty_name: 'Acme' }))
  const second = await updateMetadata(banking, books.request, about(other?.id ?? '', { counterparty_name: 'ACME' }))
  expect(second.data.counterparty_id).toBe(first.data.counterparty_id)
})

test('details change in any status, and post nothing', async () => {
  const [posted, pending] = (await importInto(banking, books, [{}, { pending: true }])).map(({ id }) => id)
  await categorizeTransaction(banking, books.request, asCategory(posted ?? ''))
  const before = await entriesOf(banking, books.request)
  for (const id of [posted ?? '', pending ?? ''])
    expect((await updateMetadata(banking, books.request, about(id, { memo: 'x' }))).data.memo).toBe('x')
  expect(await entriesOf(banking, books.request)).toEqual(before)
})

test('ten concurrent changes of different fields are all kept', async () => {
  const { id } = await importOne(banking, books)
  const changes = [{ memo: 'm' }, { reference_number: 'r' }, { tax_code: 't' }, { merchant_name: 'n' }]
  await Promise.all(changes.map((change) => updateMetadata(banking, books.request, about(id, change))))
  expect(await load(banking, books.request, id)).toMatchObject({
    memo: 'm',
    referenceNumber: 'r',
    taxCode: 't',
    merchantName: 'n',
    version: 5,
  })
})

test('an unknown transaction, or one of another business, is not found; ids of documents are UUIDs', async () => {
  const others = await openTestBooks(banking)
  const foreign = await importOne(banking, others)
  for (const id of [randomUUID(), 'no id', foreign.id])
    expect(await errorOf(updateMetadata(banking, books.request, about(id, { memo: 'x' })))).toBe(
      'BankTransactionNotFound',
    )
  const { id } = await importOne(banking, books)
  for (const change of [{ document_ids: ['x'] }, { cleared: ['amount'] }])
    expect(await errorOf(updateMetadata(banking, books.request, about(id, change)))).toBe('InvalidPayload')
  expect(await load(banking, others.request, foreign.id)).toMatchObject({ memo: null, version: 1 })
})
