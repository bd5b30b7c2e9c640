/** Transactions of every kind, with texts that are easily misread. */
import fc from 'fast-check'
import type { TestBanking } from '../banking.test-helpers.ts'
import { isCategorized, STATUSES, type BankTransaction } from '../bank-transactions/bank-transaction.ts'
import { ownedBy } from '../matches/billing-facts.ts'
import { upsertContacts } from '../contacts/contact.store.ts'
import type { KnownContact, ContactKind } from '../contacts/contact.ts'
import { transactionOf, type Place } from './listing.test-helpers.ts'

/** Ids and names that the random transactions use. */
export type Known = {
  categories: { id: string; stableName: string | null; name: string }[]
  tags: { dimensionId: string; definitionId: string; key: string; value: string }[]
  counterparties: { id: string; name: string }[]
  uuids: string[]
  /** Of each kind two have the same external id. */
  customers: { id: string; externalId: string | null }[]
  vendors: { id: string; externalId: string | null }[]
}

/** Texts with a meaning in SQL, patterns or shells, and letters with two cases. */
export const PARTS = [
  'a',
  'B',
  'Ä',
  'ä',
  '%',
  '_',
  '\\',
  "'",
  '"',
  ';--',
  '😀',
  '日',
  ' ',
  'Rent',
  '12.50',
  '$',
  '{',
  'É',
]
const text = fc.array(fc.constantFrom(...PARTS), { minLength: 1, maxLength: 5 }).map((parts) => parts.join(''))
export const AMOUNTS = [0, 1, 999, 1000, 1250, 5000, 9_007_199_254_740_991]
export const INSTANTS = [
  '2026-03-08T04:59:59.999Z',
  '2026-03-08T05:00:00Z',
  '2026-03-09T03:59:59.999Z',
  '2026-03-09T04:00:00Z',
]

/** Tags and counterparties of the place, and other names in its transactions. */
export async function prepare(banking: TestBanking, { request }: Place): Promise<Known> {
  const { businessId } = request
  return banking.db.transact(request, async (tx) => {
    const accounts = await tx.rows<{ account_id: string; stable_name: string | null; name: string }>(
      `SELECT account_id, stable_name, name FROM accounts WHERE business_id = $1 AND stable_name IS NOT NULL
        ORDER BY name LIMIT 6`,
      [businessId],
    )
    const dimensionId = crypto.randomUUID()
    await tx.rows(
      `INSERT INTO tag_dimensions (business_id, dimension_id, key, strictness, version) VALUES ($1, $2, $3, 'NON_BALANCING', 1)`,
      [businessId, dimensionId, "proj'ect"],
    )
    const tags = ["O'Neil", '50%', 'x'].map((value) => ({
      dimensionId,
      definitionId: crypto.randomUUID(),
      key: "proj'ect",
      value,
    }))
    for (const tag of tags)
      await tx.rows(
        'INSERT INTO tag_values (business_id, definition_id, dimension_id, value, version) VALUES ($1, $2, $3, $4, 1)',
        [businessId, tag.definitionId, dimensionId, tag.value],
      )
    const counterparties = ['Ällo %', 'b_b'].map((name) => ({ id: crypto.randomUUID(), name }))
    for (const { id, name } of counterparties)
      await tx.rows('INSERT INTO counterparties VALUES ($1, $2, $3, now())', [businessId, id, name])
    const contacts = (kind: ContactKind, ...externalIds: (string | null)[]): KnownContact[] =>
      externalIds.map((externalId) => ({ kind, id: crypto.randomUUID(), externalId, name: 'Party', version: 1 }))
    const customers = contacts('customer', 'c1', 'c%', 'c%', null)
    const vendors = contacts('vendor', 'v1', 'v%', 'v%', null)
    await upsertContacts(tx, ownedBy(businessId, [...customers, ...vendors]))
    return {
      categories: accounts.map((row) => ({ id: row.account_id, stableName: row.stable_name, name: row.name })),
      tags,
      counterparties,
      uuids: [crypto.randomUUID(), crypto.randomUUID()],
      customers,
      vendors,
    }
  })
}

const optional = <Value>(arbitrary: fc.Arbitrary<Value>) => fc.option(arbitrary, { nil: null })

/** Transactions of the place in every status. */
export const randomTransaction = (place: Place, known: Known): fc.Arbitrary<BankTransaction> => {
  const id = fc.constantFrom(...known.uuids)
  const oneOf = (contacts: Known['vendors']) =>
    optional(
      fc.oneof(
        id,
        fc.constantFrom(...contacts).map((one) => one.id),
      ),
    )
  const tag = fc.constantFrom(...known.tags).map((one) => ({ ...one, id: crypto.randomUUID() }))
  const category = fc.constantFrom(...known.categories).map((one) => one.id)
  return fc
    .record({
      account: fc.constantFrom(0, 1),
      date: fc.constantFrom(...INSTANTS).map((instant) => new Date(instant)),
      direction: fc.constantFrom('CREDIT' as const, 'DEBIT' as const),
      amount: fc.constantFrom(...AMOUNTS),
      description: text,
      merchantName: optional(text),
      counterparty: optional(fc.constantFrom(...known.counterparties)),
      status: fc.constantFrom(...STATUSES),
      category,
      isExcluded: fc.boolean(),
      ruleId: optional(id),
      memo: optional(text),
      referenceNumber: optional(fc.constantFrom('R1', "R'2")),
      customerId: oneOf(known.customers),
      vendorId: oneOf(known.vendors),
      tags: fc.array(tag, { maxLength: 1 }),
      parts: fc.array(fc.record({ category, tags: fc.array(tag, { maxLength: 1 }) }), { minLength: 1, maxLength: 3 }),
    })
    .map(({ account, counterparty, category, isExcluded, parts, ruleId, ...rest }) => {
      const { status } = rest
      const own = place.accounts[account === 0 ? 0 : 1]
      const isSplit = status === 'SPLIT'
      return transactionOf(place, {
        ...rest,
        externalAccountId: own.externalAccountId,
        bankAccountId: own.bankAccountId,
        sourceAccountId: `source ${account}`,
        counterpartyId: counterparty?.id ?? null,
        counterpartyName: counterparty?.name ?? null,
        categoryAccountId: status === 'CATEGORIZED' && !isExcluded ? category : null,
        isExcluded: status === 'CATEGORIZED' && isExcluded,
        categorizationMethod: isCategorized({ status }) ? 'API' : null,
        ruleId: isSplit || status === 'CATEGORIZED' ? ruleId : null,
        matchId: status === 'MATCHED' ? crypto.randomUUID() : null,
        splits: isSplit
          ? parts.map((part) => ({
              id: crypto.randomUUID(),
              categoryAccountId: part.category,
              amount: 1,
              memo: null,
              tags: part.tags,
              customerId: null,
              vendorId: null,
            }))
          : [],
      })
    })
}
