/** Entries by hand and bank transactions on accounts receivable or payable: of one customer or vendor, or of nobody. */
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { Banking } from '../banking.ts'
import { credit, debit, named, type Books } from '../books.ts'
import {
  at,
  become,
  of,
  sum,
  timeOf,
  type Action,
  type Contact,
  type Journal,
  type Made,
  type Reported,
} from './action.ts'

export type JournalCommand =
  | { type: 'enter'; amount: number; day: number; isOfContact: boolean }
  | { type: 'reverse'; entry: number }
  | { type: 'report'; amount: number; day: number }
  | { type: 'recategorize'; transaction: number; isOfContact: boolean }
  | { type: 'uncategorize'; transaction: number }

/** A control account, whom its lines name, and the side on which they owe. */
const SIDES = {
  customer: { account: 'ACCOUNTS_RECEIVABLE', party: 'customer_id', other: 'SALES', isDebit: true },
  vendor: { account: 'ACCOUNTS_PAYABLE', party: 'vendor_id', other: 'OPERATING_EXPENSES', isDebit: false },
} as const
type Side = keyof typeof SIDES

const place = fc.nat({ max: 5 })
const amount = fc.integer({ min: -90, max: 90 }).filter((one) => one !== 0)
const day = fc.integer({ min: 5, max: 31 })

const entering = of(2, 'enter', { amount, day, isOfContact: fc.constantFrom(true, true, true, false) })
const reporting = of(2, 'report', { amount, day })

/** So that the books of every run have some. */
export const someJournal: fc.Arbitrary<JournalCommand[]> = fc.tuple(entering.arbitrary, reporting.arbitrary)

export const journalCommands = [
  entering,
  of(1, 'reverse', { entry: place }),
  reporting,
  of(1, 'recategorize', { transaction: place, isOfContact: fc.boolean() }),
  of(1, 'uncategorize', { transaction: place }),
]

/** What the lines that name the contact come to. */
export const journalOf = ({ journal: { entries, transactions } }: Contact): number =>
  sum([
    ...entries.map((one) => (one.isOfContact && !one.isReversed ? one.amount : 0)),
    ...transactions.map((one) => (one.isOfContact ? one.amount : 0)),
  ])

/** With a bank account that reports what comes and goes. */
export const newJournal = async (books: Books): Promise<Journal> => ({
  accountId: (await new Banking(books).account('checking')).id,
  entries: [],
  transactions: [],
})

function enter(
  side: Side,
  { contactId }: Contact,
  { amount: owed, day: on, isOfContact }: Extract<JournalCommand, { type: 'enter' }>,
): Action<Contact> {
  const { account, party, other, isDebit } = SIDES[side]
  const [up, down] = isDebit === owed > 0 ? [debit, credit] : [credit, debit]
  const line = up(account, Math.abs(owed), isOfContact ? { [party]: contactId } : {})
  return {
    operation: 'postJournalEntry',
    isNew: true,
    call: {
      body: { external_id: randomUUID(), entry_at: timeOf(on), line_items: [line, down(other, Math.abs(owed))] },
    },
    ending: () => 'done',
    apply: ({ journal }, [made]) =>
      journal.entries.push({ id: made?.id ?? '', amount: owed, isOfContact, isReversed: false }),
  }
}

const transactionIn = (made: Made | undefined): string =>
  (made?.rows as { transaction_id: string }[] | undefined)?.[0]?.transaction_id ?? ''

/** Money that goes to a customer is owed by them, and what comes from a vendor is owed to them. */
function report(
  side: Side,
  model: Contact,
  { amount: owed, day: on }: Extract<JournalCommand, { type: 'report' }>,
): Action<Contact> {
  const direction = SIDES[side].isDebit === owed > 0 ? 'DEBIT' : 'CREDIT'
  const reported = { external_id: randomUUID(), description: side, date: timeOf(on), direction, amount: Math.abs(owed) }
  return {
    operation: 'importTransactions',
    isNew: true,
    call: {
      path: { externalAccountId: model.journal.accountId },
      body: { transactions: [{ ...reported, category: categoryOf(side, model, true) }] },
    },
    ending: () => 'done',
    apply: ({ journal }, [made]) =>
      journal.transactions.push({ id: transactionIn(made), amount: owed, isOfContact: true }),
  }
}

const categoryOf = (side: Side, { contactId }: Contact, isOfContact: boolean) => {
  const { account, party, other } = SIDES[side]
  return isOfContact ? { ...named(account), [party]: contactId } : named(other)
}

function decide(side: Side, model: Contact, { id }: Reported, isOfContact: boolean | undefined): Action<Contact> {
  const category = categoryOf(side, model, isOfContact === true)
  return {
    operation: isOfContact === undefined ? 'uncategorizeTransaction' : 'categorizeTransaction',
    isNew: true,
    call: {
      path: { transactionId: id },
      ...(isOfContact === undefined ? {} : { body: { type: 'Category', category } }),
    },
    ending: () => 'done',
    apply: ({ journal }) => become(journal.transactions, id, (one) => (one.isOfContact = isOfContact === true)),
  }
}

export function ofJournal(side: Side, model: Contact, command: JournalCommand): Action<Contact> | undefined {
  if (command.type === 'enter') return enter(side, model, command)
  if (command.type === 'report') return report(side, model, command)
  if (command.type === 'reverse') {
    const entry = at(model.journal.entries, command.entry)
    return (
      entry && {
        operation: 'reverseEntry',
        call: { path: { entryId: entry.id } },
        ending: () => 'done',
        apply: ({ journal }) => become(journal.entries, entry.id, (one) => (one.isReversed = true)),
      }
    )
  }
  const transaction = at(model.journal.transactions, command.transaction)
  return (
    transaction && decide(side, model, transaction, command.type === 'uncategorize' ? undefined : command.isOfContact)
  )
}
