/** Checks the enumerated fields of a posting. */
import { refused } from '@pacioli/errors'
import type { Agent, Basis, EntryType } from '../journal/journal-entry.ts'

const ENTRY_TYPES: readonly EntryType[] = ['BANK', 'MANUAL', 'OPENING_BALANCE', 'CLOSING_ACTION_RETAINED_EARNINGS']
const BASES: readonly Basis[] = ['ACCRUAL', 'CASH', 'BOTH']
const AGENTS: readonly Agent[] = ['SMS', 'API', 'SERVICE_AUTO', 'SERVICE_MANUAL']

function oneOf<Word extends string>(words: readonly Word[], given: string, field: string): Word {
  const found = words.find((word) => word === given)
  if (!found) throw refused('InvalidPayload', `Expected one of ${words.join(', ')}.`, { field, value: given })
  return found
}

export const toEntryType = (given: string, field: string): EntryType => oneOf(ENTRY_TYPES, given, `${field}entry_type`)
export const toBasis = (given: string, field: string): Basis => oneOf(BASES, given, `${field}basis`)
export const toAgent = (given: string): Agent => oneOf(AGENTS, given, 'agent')
