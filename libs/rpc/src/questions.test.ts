import * as banking from '@pacioli/protos/banking'
import * as billing from '@pacioli/protos/billing'
import * as ledger from '@pacioli/protos/ledger'
import * as reporting from '@pacioli/protos/reporting'
import { expect, test } from 'vitest'
import { isQuestion } from './questions.ts'

const methods = [banking, billing, ledger, reporting]
  .flatMap((service) => Object.entries(service))
  .filter(([name]) => name.endsWith('Service'))
  .flatMap(([, definition]) => Object.keys(definition as object))

/** What of the methods with such names there is besides Get… and List…; whoever adds one makes sure that it may be asked twice. */
const OTHERS = [
  'AskBooks',
  'AuthenticateClient',
  'FindDocumentMatches',
  'FindInvoicesOfSources',
  'PreviewRetainedEarnings',
  'ReplayAggregates',
]

test('methods that may be asked twice are those that get and list, and few others', () => {
  const questions = methods.filter(isQuestion)
  expect(questions.length).toBeGreaterThan(50)
  expect([...new Set(questions.filter((name) => !/^(Get|List)[A-Z]/.test(name)))].sort()).toEqual(OTHERS)
  expect(questions.filter((name) => /Or[A-Z]/.test(name))).toEqual([])
})

test('what writes is asked once', () => {
  for (const name of ['PostJournalEntry', 'CompleteAuthorization', 'EnsureAccounts', 'StartSync', 'ExportReport'])
    expect([name, methods.includes(name), isQuestion(name)]).toEqual([name, true, false])
})
