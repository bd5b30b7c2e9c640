/** Write-offs and their undoing; with a real ledger. */
import type { WriteOff__Output, WriteOffInvoiceRequest__Output } from '@pacioli/protos/billing'
import type { BusinessWrite } from '@pacioli/rpc'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { refusalsAmong } from '../testing/races.test-helpers.ts'
import { requestFor, startTestBilling, type TestBilling } from '../testing/billing.test-helpers.ts'
import { named, refusals } from '../testing/bills.test-helpers.ts'
import { openAccount } from '../testing/books.test-helpers.ts'
import {
  allEntries,
  announced,
  archiveAccount,
  balancingDimension,
  closeBooks,
  failPostings,
  standingEntries,
} from '../testing/ledger.test-helpers.ts'
import {
  anotherCustomer,
  balances,
  expectSoundBooks,
  invoiceNow,
  makeInvoice,
  openReceivables,
  payFor,
  type InvoiceGiven,
  type TestReceivables,
} from '../testing/receivable-rules.test-helpers.ts'
import { undoWriteOff, voidInvoice, writeOffInvoice } from '../testing/use-cases.test-helpers.ts'

let billing: TestBilling
let receivables: TestReceivables
/** Another business. */
let elsewhere: TestReceivables
beforeAll(async () => {
  // One connection per request, so that requests waiting for an invoice wait for nothing else.
  billing = await startTestBilling({ poolSize: 40 })
  receivables = await openReceivables(billing)
  await balancingDimension(billing, receivables.request, 'fund')
  elsewhere = await openReceivables(billing)
})
afterAll(async () => {
  await expectSoundBooks(billing, receivables, ['fund'])
  expect(billing.refusedPostings).toEqual([])
  await billing.stop()
})

type Id = { id: string }
type Given = Partial<WriteOffInvoiceRequest__Output>

const AT = '2026-01-15T12:00:00Z'

/** A customer for one test. */
const somebody = () => anotherCustomer(billing, receivables)
const invoice = (given: InvoiceGiven = {}, of = receivables) => makeInvoice(billing, of, given)
const input = ({ id }: Id, given: Given = {}): WriteOffInvoiceRequest__Output => ({
  invoice_id: id,
  write_off_at: AT,
  tags: [],
  ...given,
})
/** On 15 January 2026 at noon, by default. */
const writeOff = (of: Id, given: Given = {}, { request }: { request: BusinessWrite } = receivables) =>
  writeOffInvoice(billing, request, input(of, given))
const written = async (of: Id, given: Given = {}, where = receivables) =>
  (await writeOff(of, given, where)).data as WriteOff__Output
const undo = ({ id }: Id, write_off_id: string, { request }: { request: BusinessWrite } = receivables) =>
  undoWriteOff(billing, request, { invoice_id: id, write_off_id })
const entriesOf = ({ id }: Id, { request }: { request: BusinessWrite } = receivables) =>
  standingEntries(billing, request, id)
/** Status and outstanding balance. */
const stateOf = async (of: Id, where = receivables) => {
  const { status, outstanding_balance } = await invoiceNow(billing, where, of)
  return [status, outstanding_balance]
}
const tag = (key: string, value: string) => ({ key, value })

describe('a write-off', () => {
  test('is a cost on the named account, with the tags of its invoice before its own; the rest is still owed', async () => {
    const of = await somebody()
    const owed = await invoice({ tags: [tag('fund', 'A'), tag('team', 'Field')] }, of)
    const answer = await writeOff(
      owed,
      {
        amount: 30,
        external_id: 'w-1',
        memo: 'They are gone',
        destination_ledger_account: named('OTHER_EXPENSES'),
        tags: [tag('team', 'Shop'), tag('place', 'Here')],
      },
      of,
    )
    expect(answer).toMatchObject({
      created: true,
      posting: 'posted',
      data: {
        external_id: 'w-1',
        invoice_id: owed.id,
        amount: 30,
        write_off_at: '2026-01-15T12:00:00.000Z',
        destination_ledger_account: { stable_name: 'OTHER_EXPENSES' },
        memo: 'They are gone',
        transaction_tags: [tag('place', 'Here'), tag('team', 'Shop')],
      },
    })
    expect(answer.data?.deleted_at).toBeUndefined()
    const tags = 'fund=A place=Here team=Field'
    expect(await entriesOf(answer.data as Id, of)).toEqual([
      {
        basis: 'ACCRUAL',
        at: '2026-01-15T12:00:00.000Z',
        lines: [`Cr ACCOUNTS_RECEIVABLE 30 ${tags}`, `Dr OTHER_EXPENSES 30 ${tags}`],
      },
    ])
    expect(await stateOf(owed, of)).toEqual(['PARTIALLY_WRITTEN_OFF', 70])
    // By default all that is outstanding, now and as bad debt.
    await payFor(billing, of, owed, 45)
    const before = Date.now()
    const rest = await written(owed, { write_off_at: undefined }, of)
    expect(rest).toMatchObject({ amount: 25, destination_ledger_account: { stable_name: 'BAD_DEBT' } })
    expect(Date.parse(rest.write_off_at)).toBeGreaterThanOrEqual(before)
    expect(Date.parse(rest.write_off_at)).toBeLessThanOrEqual(Date.now())
    const now = await invoiceNow(billing, of, owed)
    expect(now).toMatchObject({ status: 'WRITTEN_OFF', outstanding_balance: 0, paid_at: undefined })
    expect(now.write_offs).toEqual([answer.data, rest])
  })

  test('with a used external_id is returned for the same request; once for an Idempotency-Key', async () => {
    const [owed, other] = [await invoice(), await invoice()]
    const { clientId, businessId } = receivables.request
    const keyed = () =>
      writeOffInvoice(
        billing,
        requestFor(clientId, businessId, { key: 'write off once', requestHash: 'h' }),
        input(owed, { external_id: 'again', amount: 10 }),
      )
    const first = await keyed()
    expect(await keyed()).toEqual(first)
    const second = await writeOff(owed, { external_id: 'again', amount: 10 })
    const other99 = { external_id: 'again', amount: 99, tags: [tag('never', 'defined')] }
    expect(await refusals(writeOff(owed, other99))).toEqual([['ExternalIdReused', 'amount']])
    expect(second).toEqual({ ...first, created: false })
    expect(await stateOf(owed)).toEqual(['PARTIALLY_WRITTEN_OFF', 90])
    expect(await refusals(writeOff(other, { external_id: 'again', amount: 10 }))).toEqual([
      ['DuplicateExternalId', 'external_id'],
    ])
    await undo(owed, first.data?.id ?? '')
    // The external_id is free.
    expect(await writeOff(other, { external_id: 'again', amount: 10 })).toMatchObject({ created: true })
    // Another business may have it, too.
    expect(await writeOff(await invoice({}, elsewhere), { external_id: 'again' }, elsewhere)).toMatchObject({
      created: true,
    })
  })
})

describe('a write-off is refused', () => {
  test('with every problem at once, beyond what is outstanding, and to an invalid account', async () => {
    const owed = await invoice()
    const refused = (given: Given) => refusals(writeOff(owed, given))
    for (const amount of [0, 1.5]) expect(await refused({ amount })).toEqual([['InvalidPayload', 'amount']])
    const field = 'destination_ledger_account'
    expect(
      await refused({
        amount: 101,
        tags: [tag('team', 'Field'), tag('team', 'Shop')],
        destination_ledger_account: named('ACCOUNTS_PAYABLE'),
      }),
    ).toEqual([
      ['OverAllocated', 'amount'],
      ['ControlAccount', field],
      ['DuplicateTagDimension', 'tags.1'],
    ])
    const to = (account: object) => refused({ destination_ledger_account: { type: '', ...account } })
    expect(await to(named('NOWHERE'))).toEqual([['AccountNotFound', field]])
    expect(await to({ type: 'AccountId', id: randomUUID() })).toEqual([['AccountNotFound', field]])
    const id = await openAccount(billing, receivables.request, { name: 'Old', account_subtype: 'COGS' })
    await archiveAccount(billing, receivables.request, id)
    expect(await to({ type: 'AccountId', id })).toEqual([['AccountArchived', field]])
    expect(await stateOf(owed)).toEqual(['SENT', 100])
    await payFor(billing, receivables, owed, 40)
    expect(await refused({ amount: 61 })).toEqual([['OverAllocated', 'amount']])
    expect(await refused({ amount: 60 })).toBe('done')
    for (const given of [{}, { amount: 1 }]) expect(await refused(given)).toEqual([['OverAllocated', 'amount']])
  })

  test('of an invoice that is void, unknown or of another business; in a closed period, and at an invalid instant', async () => {
    const owed = await invoice({ voided_at: '2026-01-11T12:00:00Z' })
    expect(await refusals(writeOff(owed))).toEqual([['InvoiceVoided', 'invoiceId']])
    const of = await openReceivables(billing)
    const theirs = await invoice({}, of)
    for (const id of [theirs.id, randomUUID(), 'x'])
      expect(await refusals(writeOff({ id }))).toEqual([['InvoiceNotFound', 'invoiceId']])
    await closeBooks(billing, of.request, '2026-01-31')
    const at = (write_off_at: string) => refusals(writeOff(theirs, { amount: 1, write_off_at }, of))
    expect(await at('2026-01-31T23:59:59.999Z')).toEqual([['PeriodClosed', 'write_off_at']])
    expect(await at('2026-02-01')).toEqual([['InvalidPayload', 'write_off_at']])
    expect(await at('2026-02-01T00:00:00Z')).toBe('done')
  })
})

describe('undoing a write-off', () => {
  test('reverses its entry, and the customer owes it again; a repeat gets the same answer', async () => {
    const of = await somebody()
    const owed = await invoice({}, of)
    await payFor(billing, of, owed, 40)
    const [one, rest] = [await written(owed, { amount: 10 }, of), await written(owed, {}, of)]
    expect(await stateOf(owed, of)).toEqual(['WRITTEN_OFF', 0])
    const answer = await undo(owed, rest.id.toUpperCase(), of)
    expect(answer).toMatchObject({ created: false, posting: 'posted', data: { id: rest.id, amount: 50 } })
    expect(answer.data?.deleted_at).toBe(answer.data?.updated_at)
    expect(await stateOf(owed, of)).toEqual(['PARTIALLY_WRITTEN_OFF', 50])
    expect(await undo(owed, rest.id, of)).toEqual(answer)
    await undo(owed, one.id, of)
    expect(await stateOf(owed, of)).toEqual(['PARTIALLY_PAID', 60])
    expect([await entriesOf(rest, of), await entriesOf(one, of)]).toEqual([[], []])
    // An undone write-off is shown with the invoice.
    const { write_offs } = await invoiceNow(billing, of, owed)
    expect(write_offs.map(({ amount, deleted_at }) => [amount, deleted_at !== undefined])).toEqual([
      [10, true],
      [50, true],
    ])
    const events = await announced(billing, owed.id)
    expect(events.map(({ data }) => [data.version, data.status, data.outstanding_balance])).toEqual([
      [1, 'SENT', 100],
      [2, 'PARTIALLY_PAID', 60],
      [3, 'PARTIALLY_WRITTEN_OFF', 50],
      [4, 'WRITTEN_OFF', 0],
      [5, 'PARTIALLY_WRITTEN_OFF', 50],
      [6, 'PARTIALLY_PAID', 60],
    ])
  })

  test('is refused where the invoice has no such write-off', async () => {
    const [owed, other] = [await invoice(), await invoice()]
    const { id } = await written(owed)
    for (const unknown of [randomUUID(), 'x', owed.id])
      expect(await refusals(undo(owed, unknown))).toEqual([['WriteOffNotFound', 'writeOffId']])
    expect(await refusals(undo(other, id))).toEqual([['WriteOffNotFound', 'writeOffId']])
    expect(await refusals(undo(owed, id, elsewhere))).toEqual([['InvoiceNotFound', 'invoiceId']])
    expect(await refusals(undo({ id: 'x' }, id))).toEqual([['InvoiceNotFound', 'invoiceId']])
    expect(await stateOf(owed)).toEqual(['WRITTEN_OFF', 0])
  })

  test('is what the refusal of a payment of what was written off says to do', async () => {
    const of = await somebody()
    const owed = await invoice({}, of)
    const plain = await refusals(payFor(billing, of, owed, 101))
    const [gone, lost] = [await written(owed, { amount: 10 }, of), await written(owed, { amount: 30 }, of)]
    await undo(owed, gone.id, of)
    await expect(payFor(billing, of, owed, 100)).rejects.toMatchObject({
      problems: [
        {
          error_enum: 'OverAllocated',
          description: expect.stringContaining(`Undo the write-off first: ${lost.id}.`),
          meta: { field: 'amount', outstanding_balance: 70, write_off_ids: [lost.id] },
        },
      ],
    })
    expect(plain).toEqual([['OverAllocated', 'amount']])
    await undo(owed, lost.id, of)
    await payFor(billing, of, owed, 100)
    expect(await stateOf(owed, of)).toEqual(['PAID', 0])
  })

  test('is done by voiding the invoice, and a repeat returns that', async () => {
    const of = await somebody()
    const owed = await invoice({}, of)
    const one = await written(owed, { amount: 30 }, of)
    await voidInvoice(billing, of.request, { invoice_id: owed.id, move_payments_to_credit: false })
    expect(await entriesOf(one, of)).toEqual([])
    const { write_offs, voided_at } = await invoiceNow(billing, of, owed)
    expect(await undo(owed, one.id, of)).toMatchObject({ data: { id: one.id, deleted_at: voided_at } })
    expect(write_offs).toMatchObject([{ id: one.id, deleted_at: voided_at }])
  })

  test('is possible where its account is archived, at the first open instant', async () => {
    const of = await openReceivables(billing)
    const owed = await invoice({}, of)
    const one = await written(owed, { destination_ledger_account: named('CHARITABLE_CONTRIBUTIONS') }, of)
    await archiveAccount(billing, of.request, 'CHARITABLE_CONTRIBUTIONS')
    await closeBooks(billing, of.request, '2026-02-01')
    expect(await undo(owed, one.id, of)).toMatchObject({ posting: 'posted' })
    expect(await balances(billing, of, ['CHARITABLE_CONTRIBUTIONS'])).toEqual({ CHARITABLE_CONTRIBUTIONS: [0, 0] })
    const last = (await allEntries(billing, of.request)).at(-1)
    expect(last).toMatchObject({ source_id: one.id, entry_at: '2026-02-02T00:00:00.000Z' })
  })

  test('is possible behind a posting that the ledger refused', async () => {
    // Its books are not checked.
    const of = elsewhere
    const owed = await invoice({}, of)
    const one = await written(owed, { amount: 30 }, of)
    await failPostings(billing, of.request, one.id)
    expect(await undo(owed, one.id, of)).toMatchObject({ posting: 'failed', data: { deleted_at: expect.any(String) } })
    expect(await stateOf(owed, of)).toEqual(['SENT', 100])
  })
})

describe('concurrently', () => {
  test('one external_id creates one write-off of one invoice', async () => {
    const of = await somebody()
    const [owed, other] = [await invoice({}, of), await invoice({}, of)]
    const same = await Promise.all([1, 2, 3].map(() => writeOff(owed, { external_id: 'once', amount: 10 }, of)))
    expect(same.filter(({ created }) => created)).toHaveLength(1)
    expect(new Set(same.map(({ data }) => data?.id)).size).toBe(1)
    const across = await refusalsAmong(
      [owed, other].map((one) => writeOff(one, { external_id: 'once of two', amount: 10 }, of)),
    )
    expect(across.toSorted()).toEqual(['DuplicateExternalId', undefined])
  })

  test('a write-off is undone once, and paid in its place', async () => {
    const of = await somebody()
    const owed = await invoice({}, of)
    const { id } = await written(owed, {}, of)
    const acts = [() => undo(owed, id, of), () => payFor(billing, of, owed, 100), () => undo(owed, id, of)]
    const [one, , two] = await refusalsAmong(acts.map((act) => act()))
    expect([one, two]).toEqual([undefined, undefined])
    expect(await entriesOf({ id }, of)).toEqual([])
  })
})
