import { expect, test } from 'vitest'
import type { LedgerSeal } from '../owners/ledger-seal.ts'
import { covered, writeSealSheet } from './seal-sheet.ts'
import { Workbook } from './workbook.ts'
import { readWorkbook, written } from './workbooks.test-helpers.ts'

const seal: LedgerSeal = {
  origin: 'books.example.com/businesses/b/ledger',
  size: 12,
  root: 'qL0=',
  note: 'books.example.com/businesses/b/ledger\n12\nqL0=\n\n— books.example.com/businesses/b/ledger Az3=\n',
  verifierKey: 'books.example.com/businesses/b/ledger+00aabbcc+AQ==',
  sealedAt: '2026-02-01T00:00:00.000Z',
}

async function read(of: LedgerSeal | null, position: number): Promise<string[][]> {
  const bytes = await written(async (sink) => {
    const workbook = new Workbook(sink, new Date('2026-02-01T00:00:00Z'))
    await writeSealSheet(workbook, of, position)
    await workbook.close()
  })
  const [sheet] = (await readWorkbook(bytes)).sheets
  expect(sheet?.name).toBe('Seal')
  const rows = Map.groupBy([...(sheet?.cells.values() ?? [])], ({ address }) => address.replace(/[A-Z]+/, ''))
  return [...rows.values()].map((cells) => cells.map(({ value }) => value))
}

test('a seal is told with everything that proves something by it, its note as it was signed', async () => {
  const [title, subtitle, ...rows] = await read(seal, 12)
  expect([title, subtitle]).toEqual([['Seal'], [covered(seal, 12)]])
  expect(rows.slice(0, -1)).toEqual([
    ['Log', 'LEDGER'],
    ['Origin', seal.origin],
    ['Size', '12'],
    ['Root', seal.root],
    ['Sealed at', seal.sealedAt],
    ['Key', seal.verifierKey],
    ['Seal', seal.note],
  ])
  expect(rows.at(-1)).toEqual(['To verify', expect.stringContaining('pacioli-verify --checkpoint')])
})

test('without a seal the sheet says so', async () => {
  expect(await read(null, 3)).toEqual([['Seal'], [covered(null, 3)]])
})

test('what a seal covers of what is reported is told at both sides of its size', () => {
  expect(covered({ size: 12 }, 11)).toMatch(/through position 11\. The seal covers all of it\.$/)
  expect(covered({ size: 12 }, 12)).toMatch(/through position 12\. The seal covers all of it\.$/)
  expect(covered({ size: 12 }, 13)).toMatch(
    /The latest seal covers it through 12; positions 13 to 13 were not sealed yet\.$/,
  )
  expect(covered(null, 13)).toMatch(/No seal of it was known when it was written\.$/)
})
