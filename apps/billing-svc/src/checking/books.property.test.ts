/** After any commands in any order, both books agree with the documents. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { PAYING, RECEIVABLES, SENDING, settleReceivables } from '../testing/receivables-model.test-helpers.ts'
import { checkBooks, checkInstants, checkSettled } from '../testing/books-invariants.test-helpers.ts'
import { ModelBooks, REFUSALS, type Chance, type Model, type Watch } from '../testing/model-books.test-helpers.ts'
import { payBills, PAYABLES } from '../testing/payables-model.test-helpers.ts'

/** Of so many runs each. */
const MOST_TURNS = 50
const RUNS = 25

type Subject = {
  chances: readonly Chance[]
  /** Commands that run first, with their counts: later ones need documents to act on. */
  first: readonly (readonly [Chance, least: number])[]
  settle: (books: ModelBooks) => boolean
  refusals: readonly string[]
}

const SUBJECTS: Record<string, Subject> = {
  payables: {
    chances: PAYABLES,
    first: [],
    settle: payBills,
    refusals: ['AmountOutOfRange', 'BillVoided', 'NegativeTotal', 'OverAllocated', 'PeriodClosed'],
  },
  receivables: {
    chances: RECEIVABLES,
    first: [
      [SENDING, 1],
      [PAYING, 0],
    ],
    settle: settleReceivables,
    refusals: [
      'AmountOutOfRange',
      'CustomerMismatch',
      'InvoiceVoided',
      'NegativeTotal',
      'OverAllocated',
      'OverRefunded',
      'PeriodClosed',
    ],
  },
}

describe.each(Object.entries(SUBJECTS))('%s', (_, { chances, first, settle, refusals }) => {
  test('after any commands both books agree with the documents; every command occurs', () => {
    const seen = new Set<string>()
    const watch: Watch = { onEnding: (ending) => seen.add(ending), check: checkBooks }
    const beginning = fc.tuple(
      ...first.map(([chance, minLength]) => fc.array(chance.arbitrary(watch), { minLength, maxLength: 4 })),
    )
    const anything = chances.map(({ weight, arbitrary }) => ({ weight, arbitrary: arbitrary(watch) }))
    const commands = fc.commands<Model, ModelBooks>([fc.oneof(...anything)], { maxCommands: 40, size: 'max' })
    const property = fc.property(beginning, commands, (begun, others) => {
      const books = new ModelBooks()
      const model: Model = new Set()
      for (const one of begun.flat()) one.run(model, books)
      fc.modelRun(() => ({ model, real: books }), others)
      const isSettled = settle(books)
      checkBooks(books)
      checkInstants(books)
      if (isSettled) checkSettled(books)
      expect(books.postingsForAll()).toBe(0)
    })
    const unseen = () => [...chances.map(({ kind }) => kind), ...refusals].filter((one) => !seen.has(one))
    // Every command must have occurred, or this proves too little; rare ones may need another round.
    for (let turn = 0; turn === 0 || (turn < MOST_TURNS && unseen().length > 0); turn++)
      fc.assert(property, { numRuns: RUNS })
    expect(unseen()).toEqual([])
  }, 120_000)
})

test('every allowed refusal occurs', () => {
  const happen = new Set(Object.values(SUBJECTS).flatMap(({ refusals }) => refusals))
  expect([...REFUSALS].filter((one) => !happen.has(one))).toEqual([])
})
