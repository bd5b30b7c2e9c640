import * as banking from '@pacioli/protos/banking'
import * as billing from '@pacioli/protos/billing'
import * as ledger from '@pacioli/protos/ledger'
import * as postings from '@pacioli/protos/postings'
import * as reporting from '@pacioli/protos/reporting'
import { expect, test } from 'vitest'
import { isReadOnly } from './read-only.ts'

const methods = [banking, billing, ledger, postings, reporting]
  .flatMap((service) => Object.entries(service))
  .filter(([name]) => name.endsWith('Service'))
  .flatMap(([, definition]) => Object.keys(definition as object).map((name) => ({ name, definition })))

/** Names of read-only methods. */
const ASKS = /^(Ask|Authenticate|Find|Get|List|Preview|Replay)[A-Z]/

test('a method may be repeated where its proto says so, and its name says the same', () => {
  const questions = methods.filter(({ definition, name }) => isReadOnly(definition, name)).map(({ name }) => name)
  expect(questions.length).toBeGreaterThan(50)
  expect(questions).toEqual(methods.map(({ name }) => name).filter((name) => ASKS.test(name)))
  expect(questions.filter((name) => /Or[A-Z]/.test(name))).toEqual([])
})

test('a write is sent once', () => {
  for (const name of ['PostJournalEntry', 'CompleteAuthorization', 'EnsureAccounts', 'StartSync', 'ExportReport']) {
    const method = methods.find((one) => one.name === name)
    expect([name, isReadOnly(method?.definition ?? {}, name)]).toEqual([name, false])
  }
})
