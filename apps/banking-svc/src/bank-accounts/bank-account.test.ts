import { Problems } from '@pacioli/errors'
import { expect, test } from 'vitest'
import {
  addTags,
  archive,
  describe as described,
  ledgerSubtypeOf,
  removeTags,
  requireInUse,
  requireKind,
  requireName,
  type BankAccount,
} from './bank-account.ts'

const then = new Date('2026-01-01T00:00:00Z')
const now = new Date('2026-02-01T00:00:00Z')

const account: BankAccount = {
  id: 'a',
  businessId: 'b',
  externalId: null,
  ledgerAccountId: 'l',
  type: 'DEPOSITORY',
  subtype: 'CHECKING',
  name: 'Checking',
  notes: null,
  notifyWhenDisconnected: false,
  institution: null,
  memo: null,
  metadata: null,
  referenceNumber: null,
  archivedAt: null,
  tags: [],
  version: 1,
  createdAt: then,
  updatedAt: then,
}

const refusal = (work: () => unknown): string => {
  try {
    work()
  } catch (error) {
    return (error as { errorEnum?: string }).errorEnum ?? String(error)
  }
  return 'none'
}

test('a subtype belongs to its type, and decides the ledger account', () => {
  const subtypeOf = (type: string, subtype: string) => ledgerSubtypeOf(requireKind(type, subtype))
  expect(subtypeOf('DEPOSITORY', 'CHECKING')).toBe('BANK_ACCOUNTS')
  expect(subtypeOf('DEPOSITORY', 'OTHER')).toBe('BANK_ACCOUNTS')
  expect(subtypeOf('CREDIT', 'CREDIT_CARD')).toBe('CREDIT_CARD')
  expect(subtypeOf('CREDIT', 'LINE_OF_CREDIT')).toBe('LINE_OF_CREDIT')
  expect(subtypeOf('CREDIT', 'OTHER')).toBe('LINE_OF_CREDIT')
  expect(refusal(() => requireKind('CREDIT', 'CHECKING'))).toBe('AccountTypeMismatch')
  expect(refusal(() => requireKind('DEPOSITORY', 'CREDIT_CARD'))).toBe('AccountTypeMismatch')
  expect(refusal(() => requireKind('LOAN', 'OTHER'))).toBe('AccountTypeMismatch')
  expect(refusal(() => requireKind('toString', 'OTHER'))).toBe('AccountTypeMismatch')
})

test('a name is not empty', () => {
  expect(requireName(' x ')).toBe(' x ')
  expect(refusal(() => requireName(' \t'))).toBe('InvalidPayload')
})

test('repeating the same details changes nothing, a change is a new version', () => {
  expect(described(account, {}, now)).toBe(account)
  expect(described(account, { name: 'Checking', notes: null }, now)).toBe(account)
  expect(described(account, { name: 'Savings' }, now)).toEqual({
    ...account,
    name: 'Savings',
    version: 2,
    updatedAt: now,
  })
  const institution = { id: 'i', name: 'Bank', logo: null }
  const atBank = described(account, { institution }, now)
  expect(atBank.version).toBe(2)
  expect(described(atBank, { institution: { ...institution } }, now)).toBe(atBank)
  expect(described(atBank, { institution: null }, now).institution).toBeNull()
})

test('archiving again changes nothing, and an archived account takes nothing new', () => {
  expect(refusal(() => requireInUse(account))).toBe('none')
  const archived = archive(account, now)
  expect(archived).toMatchObject({ archivedAt: now, version: 2, updatedAt: now })
  expect(archive(archived, new Date())).toBe(archived)
  expect(refusal(() => requireInUse(archived))).toBe('BankAccountArchived')
})

const tagOf = (dimension: number, value: number) => ({
  field: `key_values.${dimension}`,
  tag: {
    dimensionId: `d${dimension}`,
    definitionId: `d${dimension}v${value}`,
    key: `k${dimension}`,
    value: `v${value}`,
  },
})
const ids = () => {
  let next = 0
  return () => `id${next++}`
}
const add = (to: BankAccount, tags: ReturnType<typeof tagOf>[]) => {
  const problems = new Problems()
  const after = addTags(to, tags, { newId: ids(), now, nameOf: (id) => id }, problems)
  problems.throwIfAny()
  return after
}

test('an account has one value of a dimension', () => {
  const tagged = add(account, [tagOf(1, 1), tagOf(2, 1)])
  expect(tagged).toMatchObject({ version: 2, tags: [{ definitionId: 'd1v1' }, { definitionId: 'd2v1' }] })
  expect(add(tagged, [tagOf(2, 1)])).toBe(tagged)
  expect(refusal(() => add(tagged, [tagOf(2, 2)]))).toBe('DuplicateTagDimension')
  expect(refusal(() => add(account, [tagOf(1, 1), tagOf(1, 2)]))).toBe('DuplicateTagDimension')
})

test('an account carries at most 50 tags', () => {
  const fifty = Array.from({ length: 50 }, (_, dimension) => tagOf(dimension, 1))
  expect(add(account, fifty).tags).toHaveLength(50)
  expect(refusal(() => add(account, [...fifty, tagOf(50, 1)]))).toBe('PayloadTooLarge')
})

test('removing a tag that is absent changes nothing', () => {
  const tagged = add(account, [tagOf(1, 1), tagOf(2, 1)])
  expect(removeTags(tagged, new Set(['d1v2']), now)).toBe(tagged)
  expect(removeTags(tagged, new Set(['d1v1']), now)).toMatchObject({ version: 3, tags: [{ definitionId: 'd2v1' }] })
})
