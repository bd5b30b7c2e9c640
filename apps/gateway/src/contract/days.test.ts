import { describe, expect, test } from 'vitest'
import { sampleOf } from '../testing/schema-samples.test-helpers.ts'
import { replaceDays } from './days.ts'
import { Interface, type Ready } from './interface.ts'
import type { Fields } from './reading.ts'

const DAY = '2024-09-08'
/** Of that day the hour from midnight is skipped there. */
const ZONE = 'America/Santiago'
const FIRST_INSTANT = '2024-09-08T04:00:00.000Z'

/** Fields that stay days: their owner reads them, some as the end of the day. */
const READ_BY_OWNERS = new Set([
  'closing_date',
  'connection_needs_repair_as_of',
  'latest_balance.at',
  'requires_user_confirmation_as_of',
  'show_transactions_on_or_after',
  'show_transactions_on_or_before',
  'transactions.date',
  'createOpeningBalance effective_at',
])

const api = new Interface()
const operations = api.contract.operations.filter(({ scope }) => scope !== undefined).map((one) => api.ready(one))
const sampleOfBody = ({ operation }: Ready): Fields | undefined => {
  const schema = api.bodySchema(operation)
  const whole = schema?.['type'] === 'array' ? (schema['items'] as object) : schema
  return whole && JSON.parse(JSON.stringify(sampleOf(whole as never)).replaceAll(/"2026-01-31T17:00:00Z"/g, `"${DAY}"`))
}
const parts = (body: unknown) => ({ params: {}, query: {}, body })

/** Where the text stands, `line_items.paid_at`: without the positions in lists. */
function pathsOf(value: unknown, text: string, path: readonly string[] = []): string[] {
  if (value === text) return [path.join('.')]
  if (Array.isArray(value)) return value.flatMap((one) => pathsOf(one, text, path))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, one]) => pathsOf(one, text, [...path, name]))
}

describe('a day in a request', () => {
  test('is taken wherever an instant is', () => {
    for (const { operation } of operations) {
      const schemas = JSON.stringify([api.bodySchema(operation), api.querySchema(operation)])
      expect([operation.id, schemas.includes('"date-time"')]).toEqual([operation.id, false])
    }
  })

  test('is its first instant in the zone of the business, in every field of every operation', () => {
    let fields = 0
    for (const ready of operations) {
      const { id } = ready.operation
      const body = sampleOfBody(ready)
      if (body === undefined) continue
      const isList = api.bodySchema(ready.operation)?.['type'] === 'array'
      replaceDays(ready.days?.(parts(isList ? [body] : body)) ?? [], ZONE)
      fields += pathsOf(body, FIRST_INSTANT).length
      const left = pathsOf(body, DAY).filter(
        (path) => !READ_BY_OWNERS.has(path) && !READ_BY_OWNERS.has(`${id} ${path}`),
      )
      // Days that are no instants at all.
      expect([id, left.filter((path) => !/tax_options|^effective_date$/.test(path))]).toEqual([id, []])
    }
    expect(fields).toBeGreaterThan(50)
  })

  test('stays where it is where no instant is taken, and an instant stays as it is', () => {
    const { days } = api.ready(api.contract.operation('createBill'))
    const body = {
      memo: DAY,
      received_at: '2024-09-08T12:00:00+02:00',
      due_at: DAY,
      line_items: [{ description: DAY }],
    }
    replaceDays(days?.(parts(body)) ?? [], ZONE)
    expect(body).toEqual({ ...body, memo: DAY, received_at: '2024-09-08T12:00:00+02:00', due_at: FIRST_INSTANT })
    expect(body.line_items).toEqual([{ description: DAY }])
    expect(days?.(parts(null))).toEqual([])
    expect(days?.(parts({ due_at: '2024-02-30' }))).toEqual([])
  })

  test('goes by both names of a field', () => {
    const { days, read } = api.ready(api.contract.operation('createBillPayment'))
    const body = { amount: 1, at: DAY, paid_at: FIRST_INSTANT }
    replaceDays(days?.(parts(body)) ?? [], ZONE)
    expect(read(parts(body))).toMatchObject({ paid_at: FIRST_INSTANT })
  })
})
