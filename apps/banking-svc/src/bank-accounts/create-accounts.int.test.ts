/** Opening accounts: two services create one thing, once, whatever fails between them. */
import { DomainError } from '@pacioli/errors'
import type { CreateBankAccountRequest__Output, CreateCustomAccountRequest__Output } from '@pacioli/protos/banking'
import type { BusinessWrite } from '@pacioli/rpc'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  openTestBusiness,
  requestFor,
  startTestBanking,
  withoutLedger,
  type TestBanking,
} from '../banking.test-helpers.ts'
import { announced, ledgerAccountsOf, openTestAccount, refusal } from './bank-accounts.test-helpers.ts'
import {
  archiveBankAccount,
  createBankAccount,
  createCustomAccount,
  listBankAccounts,
} from '../use-cases.test-helpers.ts'

let banking: TestBanking
let request: BusinessWrite
let neighbour: BusinessWrite
beforeAll(async () => {
  banking = await startTestBanking()
  neighbour = await openTestBusiness(banking)
})
afterAll(() => banking.stop())
beforeEach(async () => {
  request = await openTestBusiness(banking)
})

const checking = (details: Partial<CreateBankAccountRequest__Output> = {}): CreateBankAccountRequest__Output => ({
  account_name: 'Checking',
  account_type: 'DEPOSITORY',
  account_subtype: 'CHECKING',
  institution: null,
  tags: [],
  ...details,
})
const custom = (details: Partial<CreateCustomAccountRequest__Output> = {}): CreateCustomAccountRequest__Output => ({
  external_id: 'feed-1',
  account_name: 'Checking',
  account_type: 'DEPOSITORY',
  account_subtype: 'CHECKING',
  ...details,
})
const listed = async () => (await listBankAccounts(banking, request, true)).data ?? []
const withKey = (key: string, requestHash = 'h') =>
  requestFor(request.clientId, request.businessId, { key, requestHash })
/** A process that crashes while it writes, after the call to the ledger. */
const dying = (): TestBanking => ({
  ...banking,
  newId: () => {
    throw new Error('the power went out')
  },
})

describe('a bank account', () => {
  test('has its own ledger account, and is answered as it was requested', async () => {
    const { data, created } = await createBankAccount(
      banking,
      request,
      checking({
        external_id: 'x1',
        account_number: '1099',
        notes: 'For rent',
        notify_when_disconnected: true,
        memo: 'm',
        metadata: '{"a": 1}',
        reference_number: 'r',
        institution: { name: 'First Bank', logo: 'https://bank.test/logo.png' },
        tags: [{ key: 'site', value: 'north', value_display_name: 'North' }],
      }),
    )
    expect(created).toBe(true)
    const [account] = await ledgerAccountsOf(banking, request)
    expect(account).toMatchObject({ id: data?.ledger_account_id, name: 'Checking' })
    expect(account?.parentId).toBeDefined()
    expect(data).toMatchObject({
      account_type: 'DEPOSITORY',
      account_subtype: 'CHECKING',
      account_name: 'Checking',
      external_id: 'x1',
      notes: 'For rent',
      notify_when_disconnected: true,
      is_disconnected: false,
      institution: { name: 'First Bank', logo: 'https://bank.test/logo.png' },
      memo: 'm',
      metadata: '{"a": 1}',
      reference_number: 'r',
      entity_tags: [{ key: 'site', value: 'north', value_display_name: 'North' }],
      external_accounts: [],
      current_ledger_balance: 0,
    })
    expect(await listed()).toEqual([data])
    expect(await announced(banking.relayDb, request.businessId, 'bank_account')).toMatchObject([
      {
        type: 'pacioli.bank_account.created.v1',
        data: { id: data?.id, external_id: 'x1', ledger_account_id: data?.ledger_account_id, version: 1 },
      },
    ])
  })

  test("that is refused leaves nothing, and the refusal names the caller's field", async () => {
    const tags = [
      { key: 'site', value: 'north' },
      { key: 'site', value: 'south' },
    ]
    await expect(createBankAccount(banking, request, checking({ tags }))).rejects.toMatchObject({
      errorEnum: 'DuplicateTagDimension',
      problems: [{ meta: { field: 'tags.1', value: 'south' } }],
    })
    const empty = custom({ show_transactions_on_or_after: '2026-02-01', show_transactions_on_or_before: '2026-01-31' })
    for (const input of [custom({ external_id: '' }), empty])
      expect(await refusal(createCustomAccount(banking, request, input))).toBe('InvalidPayload')
    expect(await ledgerAccountsOf(banking, request)).toEqual([])
    await createBankAccount(banking, request, checking({ account_number: '1099' }))
    await expect(createBankAccount(banking, request, checking({ account_number: '1099' }))).rejects.toMatchObject({
      errorEnum: 'DuplicateAccountNumber',
      problems: [{ meta: { field: 'account_number', value: '1099' } }],
    })
    expect(await listed()).toHaveLength(1)
    expect(await ledgerAccountsOf(banking, request)).toHaveLength(1)
  })

  test('is repeated by its external_id: the existing one is answered, a different request is refused', async () => {
    const first = await createBankAccount(banking, request, checking({ external_id: 'x' }))
    const again = { external_id: 'x', notify_when_disconnected: false }
    expect(await createBankAccount(banking, request, checking(again))).toEqual({ ...first, created: false })
    const other = { account_name: 'Other', account_type: 'CREDIT', account_subtype: 'CREDIT_CARD' }
    await expect(createBankAccount(banking, request, checking({ ...again, ...other }))).rejects.toMatchObject({
      problems: [{ error_enum: 'ExternalIdReused', meta: { field: 'account_name' } }],
    })
    expect(await ledgerAccountsOf(banking, request, 'CREDIT_CARD')).toEqual([])
  })

  test('is repeated by its Idempotency-Key with the first answer', async () => {
    const first = await createBankAccount(banking, withKey('k'), checking())
    const repeat = withKey('k')
    expect(await createBankAccount(banking, repeat, checking())).toEqual(first)
    expect(repeat.replayed).toBe(true)
    expect(await refusal(createBankAccount(banking, withKey('k', 'other'), checking()))).toBe('IdempotencyKeyReused')
    expect(await ledgerAccountsOf(banking, request)).toHaveLength(1)
    // A day later the key creates another one.
    const later = { ...banking, now: () => new Date(Date.now() + 25 * 3_600_000) }
    const second = await createBankAccount(later, withKey('k'), checking())
    expect(second.data?.id).not.toBe(first.data?.id)
    expect(await ledgerAccountsOf(banking, request)).toHaveLength(2)
  })
})

describe('a crash after the ledger has made its account', () => {
  test('is recovered by a retry with the external_id', async () => {
    expect(await refusal(createBankAccount(dying(), request, checking({ external_id: 'x' })))).toBe(
      'the power went out',
    )
    const orphans = await ledgerAccountsOf(banking, request)
    expect(orphans).toHaveLength(1)
    expect(await listed()).toEqual([])
    const { data, created } = await createBankAccount(banking, request, checking({ external_id: 'x' }))
    expect(created).toBe(true)
    expect(await ledgerAccountsOf(banking, request)).toEqual(orphans)
    expect(data?.ledger_account_id).toBe(orphans[0]?.id)
  })

  test('and by one with the Idempotency-Key', async () => {
    await refusal(createBankAccount(dying(), withKey('k'), checking()))
    const { data } = await createBankAccount(banking, withKey('k'), checking())
    expect(await ledgerAccountsOf(banking, request)).toMatchObject([{ id: data?.ledger_account_id }])
  })

  test('and for a custom account', async () => {
    await refusal(createCustomAccount(dying(), request, custom()))
    const { data } = await createCustomAccount(banking, request, custom())
    expect(await ledgerAccountsOf(banking, request)).toMatchObject([{ id: data?.ledger_account_id }])
    expect(await listed()).toHaveLength(1)
  })

  test('is not mixed up with an account of another kind', async () => {
    await refusal(createBankAccount(dying(), request, checking({ external_id: 'x' })))
    const card = checking({ external_id: 'x', account_type: 'CREDIT', account_subtype: 'CREDIT_CARD' })
    const { data } = await createBankAccount(banking, request, card)
    expect(await ledgerAccountsOf(banking, request, 'CREDIT_CARD')).toMatchObject([{ id: data?.ledger_account_id }])
  })
})

test('while the ledger is unavailable nothing is written, and afterwards the same request succeeds', async () => {
  const made = await openTestAccount(banking, request)
  await withoutLedger(banking, async (alone) => {
    const outcome = await refusal(createBankAccount(alone, request, checking({ external_id: 'x' })))
    expect(outcome).toBe('ServiceUnavailable')
  })
  expect(await listed()).toMatchObject([{ id: made.bankAccountId }])
  expect((await createBankAccount(banking, request, checking({ external_id: 'x' }))).created).toBe(true)
  expect(await ledgerAccountsOf(banking, request)).toHaveLength(2)
})

describe('concurrent', () => {
  const RACERS = 3

  test('creates of one external_id open one ledger account, also where the other ends between two looks of this one', async () => {
    const input = checking({ external_id: 'between', tags: [{ key: 'site', value: 'north' }] })
    const { askBooks } = banking.postingSession
    let other: Awaited<ReturnType<typeof createBankAccount>> | undefined
    const postingSession = {
      askBooks: async (...asked: Parameters<typeof askBooks>) => {
        other ??= await createBankAccount(banking, request, input)
        return askBooks.apply(banking.postingSession, asked)
      },
    }
    const answer = await createBankAccount({ ...banking, postingSession: postingSession as never }, request, input)
    expect(answer).toMatchObject({ created: false, data: { id: other?.data?.id } })
    expect(await ledgerAccountsOf(banking, request)).toHaveLength(1)
  })

  test('creates of one external_id make one bank account and one ledger account', async () => {
    const answers = await Promise.all(
      Array.from({ length: RACERS }, (_, racer) =>
        createBankAccount(
          banking,
          request,
          checking({ external_id: 'x', institution: { name: `Bank ${racer % 2}` } }),
        ).then(
          ({ data, created }) => ({ id: data?.id, created, bank: racer % 2 }),
          (error: unknown) => (error instanceof DomainError ? error.errorEnum : String(error)),
        ),
      ),
    )
    const [made, ...others] = await listed()
    expect(others).toEqual([])
    const [first] = answers.flatMap((one) => (typeof one !== 'string' && one.created ? [one] : []))
    expect(first?.id).toBe(made?.id)
    // Equal requests got the same account; those for another bank were refused.
    for (const [racer, one] of answers.entries()) {
      if (racer % 2 === first?.bank) expect(one).toMatchObject({ id: first.id })
      else expect(one).toBe('ExternalIdReused')
    }
    expect(await ledgerAccountsOf(banking, request)).toHaveLength(1)
    expect(await announced(banking.relayDb, request.businessId, 'bank_account')).toHaveLength(1)
  })

  test('creates with one Idempotency-Key make one', async () => {
    const answers = await Promise.all(
      Array.from({ length: RACERS }, () => createBankAccount(banking, withKey('k'), checking())),
    )
    expect(new Set(answers.map(({ data }) => data?.id)).size).toBe(1)
    expect(await ledgerAccountsOf(banking, request)).toHaveLength(1)
  })

  test('custom accounts of one external_id make one of each', async () => {
    const answers = await Promise.all(
      Array.from({ length: RACERS }, () =>
        createCustomAccount(banking, request, custom({ institution_name: 'First Bank' })),
      ),
    )
    expect(answers.filter(({ created }) => created)).toHaveLength(1)
    const [bank, ...others] = await listed()
    expect(others).toEqual([])
    expect(bank?.external_accounts).toHaveLength(1)
    expect(await ledgerAccountsOf(banking, request)).toHaveLength(1)
  })

  test('a custom account is never added to a bank account that is being archived', async () => {
    for (let round = 0; round < 2; round++) {
      const { bankAccountId } = await openTestAccount(banking, request)
      const [added] = await Promise.all([
        refusal(
          createCustomAccount(banking, request, custom({ external_id: `r${round}`, bank_account_id: bankAccountId })),
        ),
        archiveBankAccount(banking, request, bankAccountId),
      ])
      expect(['none', 'BankAccountArchived']).toContain(added)
      const bank = (await listed()).find(({ id }) => id === bankAccountId)
      expect(bank?.external_accounts?.every(({ archived_at }) => archived_at !== undefined)).toBe(true)
    }
  })
})

describe('a custom account', () => {
  test('without a bank account gets one of its own', async () => {
    const { data, created } = await createCustomAccount(
      banking,
      request,
      custom({
        mask: '1234',
        institution_name: 'First Bank',
        user_created: true,
        show_transactions_on_or_after: '2026-01-01',
        show_transactions_on_or_before: '2026-12-31',
      }),
    )
    expect(created).toBe(true)
    expect(data).toMatchObject({
      external_account_external_id: 'feed-1',
      external_account_source: 'custom',
      external_account_name: 'Checking',
      mask: '1234',
      institution: { name: 'First Bank' },
      user_created: true,
      is_syncing: false,
      notifications: [],
      current_ledger_balance: 0,
      uncategorized_transaction_sum: 0,
      show_transactions_on_or_after: '2026-01-01T00:00:00.000Z',
      show_transactions_on_or_before: '2026-12-31T23:59:59.999Z',
    })
    expect(await listed()).toMatchObject([
      {
        id: data?.bank_account_id,
        ledger_account_id: data?.ledger_account_id,
        account_name: 'Checking',
        institution: { name: 'First Bank' },
        external_accounts: [data],
      },
    ])
    const [event] = await announced(banking.relayDb, request.businessId, 'external_account')
    expect(event?.data).toMatchObject({
      id: data?.id,
      bank_account_id: data?.bank_account_id,
      connection_needs_repair_as_of: null,
      archived_at: null,
      version: 1,
    })
  })

  test('feeds a bank account of its type', async () => {
    const bank = (await createBankAccount(banking, request, checking())).data
    const feed = custom({ bank_account_id: bank?.id ?? '', account_subtype: 'SAVINGS' })
    const { data } = await createCustomAccount(banking, request, feed)
    expect(data).toMatchObject({ bank_account_id: bank?.id, ledger_account_id: bank?.ledger_account_id })
    const card = { ...feed, external_id: 'card', account_type: 'CREDIT', account_subtype: 'CREDIT_CARD' }
    expect(await refusal(createCustomAccount(banking, request, card))).toBe('AccountTypeMismatch')
    expect(await ledgerAccountsOf(banking, request)).toHaveLength(1)
  })

  test('names a bank account of the business that is in use', async () => {
    const { bankAccountId } = await openTestAccount(banking, request)
    const theirs = await openTestAccount(banking, neighbour)
    const to = (id: string) => refusal(createCustomAccount(banking, request, custom({ bank_account_id: id })))
    expect(await to('nonsense')).toBe('BankAccountNotFound')
    expect(await to(banking.newId())).toBe('BankAccountNotFound')
    expect(await to(theirs.bankAccountId)).toBe('BankAccountNotFound')
    await archiveBankAccount(banking, request, bankAccountId)
    expect(await to(bankAccountId)).toBe('BankAccountArchived')
  })

  test('is repeated by its external_id within its source, archived or not', async () => {
    const first = await createCustomAccount(banking, request, custom())
    const again = await createCustomAccount(banking, request, custom({ user_created: false }))
    expect(again).toEqual({ ...first, created: false })
    await expect(createCustomAccount(banking, request, custom({ account_name: 'Other' }))).rejects.toMatchObject({
      problems: [{ error_enum: 'ExternalIdReused', meta: { field: 'account_name' } }],
    })
    await archiveBankAccount(banking, request, first.data?.bank_account_id ?? '')
    const repeated = await createCustomAccount(banking, request, custom())
    expect(repeated).toMatchObject({ created: false, data: { id: first.data?.id } })
    expect(repeated.data?.archived_at).toBeDefined()
    const elsewhere = await createCustomAccount(banking, request, custom({ source: 'plaid' }))
    expect(elsewhere).toMatchObject({ created: true, data: { external_account_source: 'plaid' } })
  })
})

test('the time zone that the ledger has fixed is known from then on, even before its event arrives', async () => {
  await listed()
  await banking.ledger.businesses.UpdateBusiness({ time_zone: 'Asia/Tokyo', cleared: [] }, { context: request })
  const { data } = await createCustomAccount(banking, request, custom({ show_transactions_on_or_after: '2026-01-15' }))
  expect(data?.show_transactions_on_or_after).toBe('2026-01-14T15:00:00.000Z')
  const known = await banking.db.transact(request, (tx) => tx.rows('SELECT time_zone FROM businesses'))
  expect(known).toEqual([{ time_zone: 'Asia/Tokyo' }])
  expect(
    await refusal(
      banking.ledger.businesses.UpdateBusiness({ time_zone: 'Europe/Vienna', cleared: [] }, { context: request }),
    ),
  ).toBe('BusinessFieldLocked')
})

test('a business has one institution per name, ignoring case; a new logo replaces the old one', async () => {
  const at = (name: string, logo?: string) =>
    createBankAccount(banking, request, checking({ institution: logo === undefined ? { name } : { name, logo } }))
  const first = await at('First Bank')
  const second = await at('FIRST bank', 'https://bank.test/logo.png')
  const third = await at('first bank')
  expect(second.data?.institution).toEqual({ ...first.data?.institution, logo: 'https://bank.test/logo.png' })
  expect(third.data?.institution).toEqual(second.data?.institution)
  const theirs = await createBankAccount(banking, neighbour, checking({ institution: { name: 'First Bank' } }))
  expect(theirs.data?.institution?.id).not.toBe(first.data?.institution?.id)
})

test('an archived business opens no accounts, but still answers what it has', async () => {
  const first = await createBankAccount(banking, request, checking({ external_id: 'x' }))
  await banking.ledger.businesses.ArchiveBusiness({}, { context: request })
  expect(await refusal(createBankAccount(banking, request, checking()))).toBe('BusinessArchived')
  expect(await createBankAccount(banking, request, checking({ external_id: 'x' }))).toEqual({
    ...first,
    created: false,
  })
})
