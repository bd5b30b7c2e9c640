/** A transfer of which one half was categorized to the other bank account: its entry is offered to the other half. */
import type { BusinessWrite } from '@pacioli/rpc'
import { waitFor } from '@pacioli/testing'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openTestBusiness, startTestBanking, type TestBanking } from '../banking.test-helpers.ts'
import { openTestAccount, type TestAccount } from '../bank-accounts/bank-accounts.test-helpers.ts'
import type { BankTransaction } from '../bank-transactions/bank-transaction.ts'
import {
  asCategory,
  asSplit,
  closeBooks,
  entriesOf,
  FEES,
  RENT,
} from '../categorization/categorization.test-helpers.ts'
import { checkBusiness } from '../checking/check-business.ts'
import { importTestTransactions } from '../statement-import/imports.test-helpers.ts'
import { balancesOf, deliverAll, startConsumer, transactionNow } from './matching.test-helpers.ts'
import { refusalOf } from './payables.test-helpers.ts'
import {
  categorizeTransaction,
  getTransaction,
  matchTransaction,
  transactionsOfEntries,
  uncategorizeTransaction,
} from '../use-cases.test-helpers.ts'

let banking: TestBanking
let intake: { stop: () => Promise<void> }
beforeAll(async () => {
  banking = await startTestBanking()
  intake = startConsumer(banking)
})
afterAll(async () => {
  await intake.stop()
  await banking.stop()
})
afterEach(() => {
  expect(banking.refusedPostings.splice(0)).toEqual([])
})

type Transfer = {
  request: BusinessWrite
  checking: TestAccount
  savings: TestAccount
  sent: BankTransaction
  received: BankTransaction
}

/** 500 from checking to savings. */
async function open({ sent = 500, received = 500 } = {}): Promise<Transfer> {
  const request = await openTestBusiness(banking)
  const [checking, savings] = [await openTestAccount(banking, request), await openTestAccount(banking, request)]
  const one = async (account: TestAccount, direction: 'CREDIT' | 'DEBIT', amount: number) => {
    const [found] = await importTestTransactions(banking, request, account.externalAccountId, [{ direction, amount }])
    return found as BankTransaction
  }
  return {
    request,
    checking,
    savings,
    sent: await one(checking, 'DEBIT', sent),
    received: await one(savings, 'CREDIT', received),
  }
}

const accountOf = ({ ledgerAccountId }: TestAccount) => ({ type: 'AccountId', id: ledgerAccountId })
const categorize = ({ request }: Transfer, { id }: BankTransaction, category: object) =>
  categorizeTransaction(banking, request, asCategory(id, category))
const confirm = ({ request }: Transfer, { id }: BankTransaction, match_id = '') =>
  matchTransaction(banking, request, { transaction_id: id, match_id })
const uncategorize = ({ request }: Transfer, { id }: BankTransaction) => uncategorizeTransaction(banking, request, id)
const balances = ({ request, checking, savings }: Transfer) =>
  balancesOf(banking, request, [checking.ledgerAccountId, savings.ledgerAccountId])
const now = ({ request }: Transfer, transaction: BankTransaction) => transactionNow(banking, request, transaction)
const entriesOfJournal = async ({ request }: Transfer, { id }: BankTransaction) => entriesOf(banking, request, [id])
const standingEntryOf = async (transfer: Transfer, transaction: BankTransaction): Promise<string> =>
  (await entriesOfJournal(transfer, transaction)).find((one) => !one.reversal_of_id && !one.reversal_id)?.id ?? ''

const suggestionsFor = async ({ request }: Transfer, { id }: BankTransaction) =>
  (await getTransaction(banking, request, id)).suggested_matches ?? []

/** The suggestion that an entry is, once its event has arrived. */
const suggestionOf = (transfer: Transfer, transaction: BankTransaction, entryId: string) =>
  waitFor('the entry to be suggested', async () =>
    (await suggestionsFor(transfer, transaction)).find(
      ({ matchType, details }) => matchType === 'JOURNAL_ENTRY' && details?.id === entryId,
    ),
  )

const isWaiting = (transfer: Transfer, transaction: BankTransaction) =>
  waitFor('the match to end', async () => (await now(transfer, transaction)).status === 'READY_FOR_INPUT')

const findings = async ({ request }: Transfer) =>
  (await checkBusiness(banking, request)).filter((finding) => 'invariant' in finding)

/** Sent is categorized to savings, and received is matched to its entry. */
async function matched(amounts?: Parameters<typeof open>[0]): Promise<Transfer & { entryId: string; matchId: string }> {
  const transfer = await open(amounts)
  await categorize(transfer, transfer.sent, accountOf(transfer.savings))
  const entryId = await standingEntryOf(transfer, transfer.sent)
  const { id: matchId = '' } = await suggestionOf(transfer, transfer.received, entryId)
  await confirm(transfer, transfer.received, matchId)
  return { ...transfer, entryId, matchId }
}

test('its other half is offered the entry, posts nothing, and is the transaction of its own account’s line', async () => {
  const transfer = await open()
  const { request, checking, savings, sent, received } = transfer
  await categorize(transfer, sent, accountOf(savings))
  const entryId = await standingEntryOf(transfer, sent)
  expect(await suggestionOf(transfer, received, entryId)).toMatchObject({ details: { amount: 500 } })
  const offered = await suggestionsFor(transfer, received)
  expect(offered).toHaveLength(1)
  const { posting, data } = await confirm(transfer, received, offered[0]?.id)
  expect([posting, data?.categorizationStatus, data?.match?.match_type]).toEqual(['posted', 'MATCHED', 'JOURNAL_ENTRY'])
  expect(await balances(transfer)).toEqual([-500, 500])
  const found = await transactionsOfEntries(banking, request, {
    sourceIds: [sent.id],
    entryIds: [],
    transferEntryIds: [entryId],
  })
  expect(found.data?.map(({ ledger_account_id, transaction }) => [ledger_account_id, transaction?.id])).toEqual([
    [checking.ledgerAccountId, sent.id],
    [savings.ledgerAccountId, received.id],
  ])
  expect(await findings(transfer)).toEqual([])
})

test('it is offered to no transaction of its own account, of another direction or of another amount', async () => {
  const transfer = await open({ received: 499 })
  const { request, checking, savings, sent, received } = transfer
  const [back] = await importTestTransactions(banking, request, checking.externalAccountId, [
    { direction: 'DEBIT', amount: 500 },
  ])
  const [out] = await importTestTransactions(banking, request, savings.externalAccountId, [
    { direction: 'DEBIT', amount: 500 },
  ])
  await categorize(transfer, sent, accountOf(savings))
  const entryId = await standingEntryOf(transfer, sent)
  const [other] = await importTestTransactions(banking, request, savings.externalAccountId, [
    { direction: 'CREDIT', amount: 500 },
  ])
  const { id } = await suggestionOf(transfer, other as BankTransaction, entryId)
  for (const one of [back, out, received] as BankTransaction[]) {
    expect((await suggestionsFor(transfer, one)).map(({ matchType }) => matchType)).not.toContain('JOURNAL_ENTRY')
    expect(await refusalOf(confirm(transfer, one, id))).toBe('MatchNotPossible')
  }
})

test('a part of a split is offered, too', async () => {
  const transfer = await open({ received: 480 })
  const { request, savings, sent, received } = transfer
  await categorizeTransaction(
    banking,
    request,
    asSplit(sent.id, [
      { category: accountOf(savings), amount: 480 },
      { category: FEES, amount: 20 },
    ]),
  )
  const { id } = await suggestionOf(transfer, received, await standingEntryOf(transfer, sent))
  await confirm(transfer, received, id)
  expect(await balances(transfer)).toEqual([-500, 480])
})

test('once the first half is uncategorized the match ends, and both are a transfer again', async () => {
  const transfer = await matched()
  const { sent, received } = transfer
  await uncategorize(transfer, sent)
  await isWaiting(transfer, received)
  expect(await balances(transfer)).toEqual([0, 0])
  expect(await suggestionsFor(transfer, received)).toMatchObject([{ id: sent.id, matchType: 'TRANSFER' }])
  await confirm(transfer, received, sent.id)
  expect(await balances(transfer)).toEqual([-500, 500])
  expect(await findings(transfer)).toEqual([])
})

test('another category ends the match, and coming back offers the new entry', async () => {
  const transfer = await matched()
  const { savings, sent, received, entryId } = transfer
  await categorize(transfer, sent, RENT)
  await isWaiting(transfer, received)
  expect(await suggestionsFor(transfer, received)).toEqual([])
  await categorize(transfer, sent, accountOf(savings))
  const again = await standingEntryOf(transfer, sent)
  expect(again).not.toBe(entryId)
  await confirm(transfer, received, (await suggestionOf(transfer, received, again)).id)
  expect(await balances(transfer)).toEqual([-500, 500])
})

test('matched in a closed month, it posts nothing; undone there, both halves are corrected at the first open instant', async () => {
  const transfer = await open()
  const { request, savings, sent, received } = transfer
  await categorize(transfer, sent, accountOf(savings))
  const entryId = await standingEntryOf(transfer, sent)
  const { id } = await suggestionOf(transfer, received, entryId)
  await closeBooks(banking, request, '2026-01-31')
  expect((await confirm(transfer, received, id)).posting).toBe('posted')
  expect(await entriesOfJournal(transfer, received)).toEqual([])
  await categorize(transfer, sent, RENT)
  await isWaiting(transfer, received)
  await categorize(transfer, received, FEES)
  const [posted] = await entriesOfJournal(transfer, received)
  expect(posted?.entry_at).toBe('2026-02-01T00:00:00.000Z')
  await uncategorize(transfer, received)
  await categorize(transfer, sent, accountOf(savings))
  // Its entry is of February, and still offered to the transaction of January.
  await confirm(transfer, received, (await suggestionOf(transfer, received, await standingEntryOf(transfer, sent))).id)
  expect(await balances(transfer)).toEqual([-500, 500])
  expect(await findings(transfer)).toEqual([])
})

test('both halves categorized to each other at once stand twice until one is uncategorized and matched', async () => {
  const transfer = await open()
  const { request, checking, savings, sent, received } = transfer
  await Promise.all([
    categorize(transfer, sent, accountOf(savings)),
    categorize(transfer, received, accountOf(checking)),
  ])
  expect(await balances(transfer)).toEqual([-1_000, 1_000])
  await uncategorize(transfer, received)
  await confirm(transfer, received, (await suggestionOf(transfer, received, await standingEntryOf(transfer, sent))).id)
  await deliverAll(banking, request)
  expect(await balances(transfer)).toEqual([-500, 500])
  expect(await findings(transfer)).toEqual([])
})

test('matching the other half while the first is uncategorized leaves nothing that is posted twice or not at all', async () => {
  for (let round = 0; round < 4; round++) {
    const transfer = await open()
    const { request, savings, sent, received } = transfer
    await categorize(transfer, sent, accountOf(savings))
    const { id } = await suggestionOf(transfer, received, await standingEntryOf(transfer, sent))
    const [undone] = await Promise.allSettled(
      round % 2 === 0
        ? [uncategorize(transfer, sent), confirm(transfer, received, id)]
        : [confirm(transfer, received, id), uncategorize(transfer, sent)].reverse(),
    )
    expect(undone?.status).toBe('fulfilled')
    await deliverAll(banking, request)
    await isWaiting(transfer, received)
    expect(await balances(transfer)).toEqual([0, 0])
    expect((await now(transfer, received)).matchId).toBeNull()
    expect(await findings(transfer)).toEqual([])
  }
})
