/** What examples do with entries, dimensions, closings and the settings of books. */
import type { Books } from '../books.ts'
import { close, closings, reverse } from '../closings.ts'
import { Tagging } from '../tagging.ts'
import type { Acts, Making } from './acts.ts'
import { minorUnits } from './parse.ts'
import { journalLineFrom } from './words.ts'

export function actsOfLedger(books: Books, making: Making): Acts {
  const { id, keep } = making
  const configure = (body: object) => books.api.call('updateAccountingConfiguration', { body })
  return {
    entry: (step) =>
      keep(
        step,
        'entry',
        Promise.all(step.details.map((one) => entryLine(one, making))).then((line_items) =>
          books.post({ entry_at: step.at, line_items }),
        ),
      ),
    reverse: ({ name }) => books.api.call('reverseEntry', { path: { entryId: id(name) } }),
    dimension: ({ details: [key, strictness] }) =>
      new Tagging(books).create({ key, strictness: strictness === 'balancing' ? 'BALANCING' : 'NON_BALANCING' }),
    'lock books': ({ details: [day] }) => configure({ closing_date: day }),
    threshold: ({ details: [amount = ''] }) =>
      configure({
        match_adjustment_threshold: minorUnits(amount),
        match_rounding_threshold: minorUnits(amount),
      }),
    'close year': ({ details: [year] }) => close(books, { year: Number(year) }),
    'reverse closing': async () => {
      const [last] = (await closings(books)).data
      return reverse(books, last?.id ?? '')
    },
  }
}

/** `Dr ACCOUNTS_PAYABLE 100.00 of vendor` */
async function entryLine(detail: string, { account, party }: Making): Promise<object> {
  return { ...journalLineFrom(detail, account), ...(await party(detail)) }
}
