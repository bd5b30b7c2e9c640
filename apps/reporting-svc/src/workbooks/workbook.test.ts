import ExcelJS from 'exceljs'
import { createHash } from 'node:crypto'
import { PassThrough, Writable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { TEXT } from './styles.ts'
import { MAX_LINKS, Workbook, type Sheet } from './workbook.ts'
import { readWorkbook, written } from './workbooks.test-helpers.ts'

const now = new Date('2026-01-31T12:00:00Z')
const layout = { widths: [20, 20], frozenRows: 1 }
/** These take a processor for a while, which other tests may share. */
const BUSY = { timeout: 60_000 }
const text = (value: string) => ({ value, style: TEXT })

/** A workbook of one sheet with these rows. */
const oneSheet = (fill: (sheet: Sheet) => Promise<void>) => async (sink: Writable) => {
  const workbook = new Workbook(sink, now)
  const sheet = workbook.sheet('Sheet', layout)
  await fill(sheet)
  await sheet.close()
  await workbook.close()
}

describe('text', () => {
  const suspicious = [
    ...[
      '=1+1',
      '+1',
      '-1',
      '@SUM(A1)',
      '\t=1+1',
      '\r=1+1',
      "'=1+1",
      '=HYPERLINK("http://evil.example","x")',
      '12',
      'TRUE',
    ],
    ...['a\0b', 'x<y & "z"', ']]>', '<f>1</f>', '_x003D_1+1', ' spaces ', '\ud83d', '😀'],
  ]

  test('stays text, whatever it looks like', async () => {
    const bytes = await written(
      oneSheet(async (sheet) => {
        for (const one of suspicious) await sheet.row([text(one)])
      }),
    )
    const { sheets } = await readWorkbook(bytes)
    const cells = [...(sheets[0]?.cells.values() ?? [])]
    expect(cells.map(({ type, formula }) => [type, formula])).toEqual(suspicious.map(() => ['str', '']))
    expect(cells.map(({ value }) => value)).toEqual([
      ...['=1+1', '+1', '-1', '@SUM(A1)', '\t=1+1', '\n=1+1', "'=1+1", '=HYPERLINK("http://evil.example","x")'],
      ...['12', 'TRUE', 'a\ufffdb', 'x<y & "z"', ']]>', '<f>1</f>', '_x005F_x003D_1+1', ' spaces ', '\ufffd', '😀'],
    ])
  })

  test('is text to a spreadsheet library, too', async () => {
    const bytes = await written(
      oneSheet(async (sheet) => {
        for (const one of ['=1+1', '+1', '-1', '@SUM(A1)']) await sheet.row([text(one)])
      }),
    )
    const workbook = new ExcelJS.Workbook()
    await workbook.xlsx.load(bytes as unknown as ExcelJS.Buffer)
    const types = [1, 2, 3, 4].map((row) => workbook.worksheets[0]?.getCell(row, 1).type)
    expect(types).toEqual(Array(4).fill(ExcelJS.ValueType.String))
  })
})

test('empty rows and cells do not shift what comes after them', async () => {
  const bytes = await written(
    oneSheet(async (sheet) => {
      await sheet.row([])
      await sheet.row([undefined, text('b2')])
      await sheet.row([])
      await sheet.row([text('a4')])
      expect(sheet.rows).toBe(4)
    }),
  )
  const { sheets } = await readWorkbook(bytes)
  expect([...(sheets[0]?.cells.values() ?? [])].map(({ address, value }) => [address, value])).toEqual([
    ['B2', 'b2'],
    ['A4', 'a4'],
  ])
})

test('sheets of one name get names of their own', async () => {
  const bytes = await written(async (sink) => {
    const workbook = new Workbook(sink, now)
    for (const name of ['Sales', 'sales', 'x'.repeat(40), 'X'.repeat(31)]) await workbook.sheet(name, layout).close()
    await workbook.close()
  })
  const names = (await readWorkbook(bytes)).sheets.map(({ name }) => name)
  expect(names).toEqual(['Sales', 'sales (2)', 'x'.repeat(31), `${'X'.repeat(27)} (2)`])
})

test('an empty workbook can be read', async () => {
  const { sheets } = await readWorkbook(await written(oneSheet(async () => undefined)))
  expect(sheets.map(({ name, cells, frozen }) => [name, cells.size, frozen])).toEqual([
    ['Sheet', 0, { xSplit: undefined, ySplit: '1', state: 'frozen', topLeftCell: 'A2', activePane: 'bottomLeft' }],
  ])
})

/** Rows of noise, which no compressor makes small. */
const noise = (index: number) =>
  Array.from({ length: 8 }, (_, column) => text(String(Math.sin(index * 8 + column + 1)).repeat(4)))

test('a sink that is full pauses the writer, however much there is to write', BUSY, async () => {
  const sink = new PassThrough({ highWaterMark: 16_384 })
  let rows = 0
  let last = -1
  const writing = oneSheet(async (sheet) => {
    for (; rows < 100_000; rows++) await sheet.row(noise(rows))
  })(sink)
  // It has stopped once nothing has been written in many turns of the loop.
  for (let quiet = 0; quiet < 500; quiet = rows === last ? quiet + 1 : 0) {
    last = rows
    await setImmediate()
  }
  expect(rows).toBeLessThan(20_000)
  expect(sink.writableLength + sink.readableLength).toBeLessThan(200_000)
  const cut = expect(writing).rejects.toThrow('nobody reads it')
  sink.destroy(new Error('nobody reads it'))
  await cut
})

/** Six thousand characters that no compressor makes small. */
const long = (index: number) => createHash('shake256', { outputLength: 3_000 }).update(String(index)).digest('hex')

test('the writer does not run ahead of its compressor either', BUSY, async () => {
  const ROWS = 600
  let got = 0
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      got += chunk.length
      done()
    },
  })
  const samples: { rows: number; got: number }[] = []
  await oneSheet(async (sheet) => {
    for (; sheet.rows < ROWS; await sheet.row([text(long(sheet.rows))])) samples.push({ rows: sheet.rows, got })
  })(sink)
  // Rows that were written, less those that had come out by then: each makes as many bytes as any other.
  const ahead = samples.map((sample) => sample.rows - (sample.got / got) * ROWS)
  expect(Math.max(...ahead)).toBeLessThan(0.6 * ROWS)
})

test('a sheet can be closed while much of it waits for the compressor', BUSY, async () => {
  const bytes = await written(
    oneSheet(async (sheet) => {
      for (let row = 0; row < 199; row++) await sheet.row([text(long(row))])
    }),
  )
  const { sheets } = await readWorkbook(bytes)
  expect(sheets[0]?.cells.get('A199')?.value).toBe(long(198))
})

test('no more cells are links than spreadsheets follow, and the next sheet is whole', BUSY, async () => {
  const bytes = await written(async (sink) => {
    const workbook = new Workbook(sink, now)
    for (const name of ['many', 'few']) {
      const sheet = workbook.sheet(name, layout)
      const rows = name === 'many' ? MAX_LINKS / 2 + 5 : 2
      for (let row = 1; row <= rows; row++)
        await sheet.row(
          [1, 2].map((value) => ({ ...text(String(value)), link: `https://books.test/${row}?a&b=${value}` })),
        )
      await sheet.close()
    }
    await workbook.close()
  })
  const [many, few] = (await readWorkbook(bytes)).sheets
  expect([many?.links.size, many?.cells.size]).toEqual([MAX_LINKS, MAX_LINKS + 10])
  expect([few?.links.get('B2'), few?.links.size]).toEqual(['https://books.test/2?a&b=2', 4])
})

test('links take no more than so much memory', BUSY, async () => {
  const bytes = await written(
    oneSheet(async (sheet) => {
      for (let row = 0; row < 5; row++)
        await sheet.row([{ ...text('a'), link: `https://${'x'.repeat(4 * 1024 * 1024)}` }])
    }),
  )
  expect((await readWorkbook(bytes)).sheets[0]?.links.size).toBe(3)
})

test('a sink that fails in the middle, or is closed, ends the writing', BUSY, async () => {
  for (const error of [new Error('the disk is full'), undefined]) {
    let taken = 0
    const sink = new Writable({
      write(chunk: Buffer, _encoding, done) {
        taken += chunk.length
        if (taken > 50_000) this.destroy(error)
        done()
      },
    })
    const writing = oneSheet(async (sheet) => {
      for (let row = 0; row < 1_000_000; row++) await sheet.row(noise(row))
    })(sink)
    await expect(writing).rejects.toThrow(error?.message ?? 'closed before it was complete')
  }
})

test('a sink that fails only at the end ends the writing, too', async () => {
  const sink = new Writable({
    write: (_chunk, _encoding, done) => done(),
    final: (done) => done(new Error('the disk is full')),
  })
  await expect(oneSheet(async (sheet) => sheet.row([text('a')]))(sink)).rejects.toThrow('the disk is full')
})

test('more rows than a sheet can hold are refused, not dropped', async () => {
  const sink = new PassThrough().resume()
  const sheet = new Workbook(sink, now, 2).sheet('Sheet', layout)
  for (const last of ['first', 'last']) await sheet.row([text(last)])
  expect(() => sheet.row([text('one too many')])).toThrow('more rows than the 2')
  sink.destroy()
})
