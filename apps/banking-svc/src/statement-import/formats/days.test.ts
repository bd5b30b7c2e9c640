import { expect, test } from 'vitest'
import { dayOrLastOfMonth, isoDate, ofxDate } from './days.ts'

test.each([
  ['20090401122017.000[-5:EST]', '2009-04-01T12:20:17-05:00'],
  ['20200101120000[0:GMT]', '2020-01-01'],
  ['20170508000000', '2017-05-08'],
  ['20170508', '2017-05-08'],
  ['20110331120000.000', '2011-03-31'],
  ['20110331235959', '2011-03-31'],
  ['20260114101500[+5.30:IST]', '2026-01-14T10:15:00+05:30'],
  ['20260114101500[-3.5]', '2026-01-14T10:15:00-03:30'],
  ['20091217162416.000[-:EST]', '2009-12-17'],
  ['20180804093914:014', '2018-08-04'],
  ['20120231', '2012-02-29'],
])('the OFX date %s is %s', (text, expected) => {
  expect(ofxDate(text)).toBe(expected)
})

test.each([undefined, '', '2026', '20261301', '20260132', 'yesterday', '9'.repeat(1_000)])(
  '%s is no OFX date',
  (text) => {
    expect(() => ofxDate(text)).toThrow(/date/)
  },
)

test.each([
  ['2026-01-31', '2026-01-31'],
  ['2012/3/22', '2012-03-22'],
  ['20260131', '2026-01-31'],
  ['2020-01-23 08:26:29', '2020-01-23'],
  ['2026-01-31T10:15:00+01:00', '2026-01-31T10:15:00+01:00'],
  ['2026-01-31T10:15:00.123+0100', '2026-01-31T10:15:00+01:00'],
  ['2026-01-31T10:15Z', '2026-01-31T10:15:00Z'],
  ['2026-01-31T00:00:00+01:00', '2026-01-31'],
  ['2026-01-31+01:00', '2026-01-31'],
  ['2026-01-31Z', '2026-01-31'],
  ['2026-02-30', undefined],
  ['31/01/2026', undefined],
])('the date %s is %s', (text, expected) => {
  expect(isoDate(text)).toBe(expected)
})

test('a day that its month does not have is the last one', () => {
  expect([dayOrLastOfMonth(2016, 2, 30), dayOrLastOfMonth(2015, 2, 29), dayOrLastOfMonth(2015, 4, 31)]).toEqual([
    '2016-02-29',
    '2015-02-28',
    '2015-04-30',
  ])
  expect([dayOrLastOfMonth(2016, 2, 32), dayOrLastOfMonth(2016, 13, 1), dayOrLastOfMonth(2016, 0, 1)]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})
