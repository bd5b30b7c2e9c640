import { expect, test } from 'vitest'
import { amountFormat, cellText, columnName, dayValue, linesIn, majorUnits, MAX_TEXT, sheetName } from './cells.ts'

test.each([
  ['a NUL and other controls', 'a\0b\x1fc\x7fd', 'a\ufffdb\ufffdc\ufffdd'],
  ['tabs and line feeds, which stay', '\ta\nb', '\ta\nb'],
  ['carriage returns, which XML does not keep', '\ra\r\nb', '\na\nb'],
  ['half a character', 'a\ud83d', 'a\ufffd'],
  ['a whole one', '😀', '😀'],
  ['what is no character at all', 'a\uffff', 'a\ufffd'],
  ['what spreadsheets take for an escape', '_x0041_', '_x005F_x0041_'],
  ['what only resembles one', '_x41_ _y0041_', '_x41_ _y0041_'],
  ['a formula', '=1+1', '=1+1'],
])('text with %s', (_what, given, expected) => expect(cellText(given)).toBe(expected))

test('the longest text stays; a longer one is cut with a mark, never within a character', () => {
  expect(cellText('a'.repeat(MAX_TEXT))).toHaveLength(MAX_TEXT)
  const cut = cellText('a'.repeat(MAX_TEXT + 1))
  expect([cut.length, cut.at(-1)]).toEqual([MAX_TEXT, '…'])
  const within = cellText(`${'a'.repeat(MAX_TEXT - 2)}😀b`)
  expect([within.isWellFormed(), within.length]).toEqual([true, MAX_TEXT - 1])
})

test('amounts have the decimals of their currency', () => {
  expect([majorUnits(123_456, 'USD'), amountFormat('USD')]).toEqual([1234.56, '#,##0.00'])
  expect([majorUnits(123_456, 'JPY'), amountFormat('JPY')]).toEqual([123_456, '#,##0'])
  expect([majorUnits(-123_456, 'KWD'), amountFormat('KWD')]).toEqual([-123.456, '#,##0.000'])
})

test('days are numbers as in spreadsheets, and text before their calendar', () => {
  expect([dayValue('2026-01-31'), dayValue('1900-03-01'), dayValue('1900-02-28')]).toEqual([46_053, 61, '1900-02-28'])
})

test('columns are named', () =>
  expect([1, 26, 27, 52, 53, 702, 703].map(columnName)).toEqual(['A', 'Z', 'AA', 'AZ', 'BA', 'ZZ', 'AAA']))

test.each([
  ['Profit and loss', 'Profit and loss'],
  ['a[b]:c*d?e/f\\g', 'a b  c d e f g'],
  ["'quoted'", 'quoted'],
  ['x'.repeat(40), 'x'.repeat(31)],
  [`${'x'.repeat(30)}😀`, 'x'.repeat(30)],
  ['History', 'Sheet'],
  [' / ', 'Sheet'],
])('a sheet named %j is called %j', (given, expected) => expect(sheetName(given)).toBe(expected))

test.each([
  ['', 16, 1],
  ['Debit', 16, 1],
  ['As of 2025-12-31', 16, 1],
  ['2025-10-01 to 2025-12-31', 16, 2],
  ['one two three four', 5, 4],
  ['a'.repeat(33), 16, 3],
  [`to ${'a'.repeat(17)} b`, 16, 3],
])('%j takes, in a column of %i characters, %i lines', (text, width, lines) => expect(linesIn(text, width)).toBe(lines))
