/** What examples do with bank accounts and their transactions. */
import { waitFor } from '@pacioli/testing'
import type { Banking } from '../banking.ts'
import { named, type Books } from '../books.ts'
import type { Acts, Made, Making, Outcome } from './acts.ts'
import { minorUnits, signedUnits, type ExampleStep } from './parse.ts'
import { shareFrom, tagFrom } from './words.ts'

export function actsOfBanking(banking: Banking, books: Books, making: Making): Acts {
  const { id, keep } = making
  return {
    'bank account': (step) => {
      const [kind] = step.details
      const fields =
        kind === 'credit card'
          ? { account_type: 'CREDIT', account_subtype: 'CREDIT_CARD' }
          : { account_type: 'DEPOSITORY', account_subtype: 'CHECKING' }
      return keep(
        step,
        'bank_account',
        banking.createAccount({ external_id: step.name, account_name: step.name, ...fields }),
        ({ data }) => data.ledger_account_id,
      )
    },
    'opening balance': ({ name, at, details: [amount = ''] }) => banking.open(id(name), signedUnits(amount), at),
    'money in': (step) => importOne(banking, making, step, 'CREDIT'),
    'money out': (step) => importOne(banking, making, step, 'DEBIT'),
    categorize: async ({ name, details: [category = ''] }) =>
      banking.categorize(id(name), await categoryFrom(category, making)),
    exclude: ({ name }) => banking.categorize(id(name), 'Exclusion'),
    split: async ({ name, details }) =>
      banking.split(id(name), ...(await Promise.all(details.map((detail) => partFrom(detail, making))))),
    match: async ({ name, details: [other = ''] }) => {
      const [what = '', , account] = other.split(' ')
      const matchId = account === undefined ? id(what) : await lineOf(books, making.named(what), account)
      // What was just made is known to banking by its event, a moment later.
      return waitFor(`${other} to be known to banking`, async () => {
        const answer = await banking.match(id(name), matchId)
        return answer.status === 404 ? undefined : answer
      })
    },
    uncategorize: ({ name }) => banking.uncategorize(id(name)),
  }
}

/** `ACCOUNTS_PAYABLE of vendor`, or an account alone. */
async function categoryFrom(text: string, { account: accountOf, party: partyOf }: Making): Promise<string | object> {
  const [account = ''] = text.split(' ')
  const party = await partyOf(text)
  return party ? { ...named(account), ...party } : accountOf(account)
}

/** `ACCOUNTS_PAYABLE of vendor 25.00 tag fund=building` */
async function partFrom(detail: string, making: Making): Promise<object> {
  const [, category = '', amount = '', tag] = /^(.+?) (\d+\.\d{2})(?: tag (\S+))?$/.exec(detail) ?? []
  return {
    category: await categoryFrom(category, making),
    amount: minorUnits(amount),
    tags: tag === undefined ? [] : [tagFrom(tag)],
  }
}

/** `Checking 100.00` */
async function importOne(
  banking: Banking,
  { id, remember }: Making,
  step: ExampleStep,
  direction: 'CREDIT' | 'DEBIT',
): Promise<Outcome> {
  const { name: account, amount } = shareFrom(step.details[0] ?? '')
  const { name, at: date } = step
  const answer = await banking.import(id(account), [{ external_id: name, description: name, amount, direction, date }])
  remember(name, { kind: 'transaction', id: answer.body.data.rows[0]?.transaction_id ?? '' })
  return answer
}

/** The line that an entry, or the standing entry of a transaction, has on a bank account. */
async function lineOf(books: Books, { kind, id }: Made, account: string): Promise<string> {
  const entries = kind === 'transaction' ? await books.allEntries() : [await books.entry(id)]
  const found = entries
    .filter((entry) => kind !== 'transaction' || (entry.source_id === id && entry.reversal_id === null))
    .filter((entry) => entry.reversal_of_id === null)
    .flatMap(({ line_items }) => line_items)
    .find((line) => line.account.name === account)
  if (!found) throw new Error(`The ${kind} ${id} has no line on ${account}.`)
  return found.id
}
