import { expect, test } from 'vitest'
import { linksFrom } from './links.ts'

const positions = { ledger: 12, banking: 3, billing: 0 }
const linkTo = linksFrom('https://books.test/api', positions)

test('a list is of what was recorded in the workbook, an entry is the entry', () => {
  expect(linkTo('/v1/lines?row_key=a')).toBe(
    'https://books.test/api/v1/lines?row_key=a&recorded_as_of=ledger:12,banking:3,billing:0',
  )
  expect(linkTo('/v1/entries/1')).toBe('https://books.test/api/v1/entries/1')
})

test('nothing leads where there is no path, and from nothing where the address of the interface is not known', () => {
  expect([linkTo(undefined), linksFrom(undefined, positions)('/v1/entries/1')]).toEqual([undefined, undefined])
})

test('an address that is longer than spreadsheets open is left out', () => {
  const path = (length: number) => `/${'x'.repeat(length - 'https://books.test/api/'.length)}`
  expect([linkTo(path(2_079))?.length, linkTo(path(2_080))]).toEqual([2_079, undefined])
})
