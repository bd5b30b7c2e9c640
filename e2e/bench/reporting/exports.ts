/** Aging as a workbook, against exceljs alone. */
import ExcelJS from 'exceljs'
import { execFile } from 'node:child_process'
import { createReadStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import type { BenchContext, Figure } from '../bench.ts'
import { callGateway, type Gateway } from '../tools/gateway.ts'
import { alternately } from '../tools/measure.ts'
import { rounds } from '../tools/size.ts'
import { median, ratios } from '../tools/statistics.ts'
import { requireSame } from './aging.ts'
import { dayOf } from './bills.ts'
import type { LoadedBusiness } from './loaded-bills.ts'
import { peakOfChildren } from './peak.ts'

/** As the process runs that writes large workbooks. */
const RUNTIME = ['--max-semi-space-size=16', '--max-old-space-size=256']

type Written = { ms: number; peak: number }

/** How fast a workbook is made, and how much memory that takes, by itself and when it has three times the rows. */
export async function exports(
  { stack, say }: BenchContext,
  gateway: Gateway,
  [business, large]: readonly [LoadedBusiness, LoadedBusiness],
  today: Date,
): Promise<Figure[]> {
  const directory = mkdtempSync(join(tmpdir(), 'pacioli-bench-'))
  const file = join(directory, 'bare.xlsx')
  const pid = stack.services['reporting-svc'].pid ?? 0
  const exported = async (of: LoadedBusiness): Promise<Written & { link: string }> => {
    const path = `${of.base}/reports/unified/ap-aging/exports/excel?effective_date=${dayOf(today, 0)}`
    const began = performance.now()
    const { result, peak } = await peakOfChildren(pid, () => callGateway<'exportApAging'>(gateway, path))
    const ms = performance.now() - began
    if (peak === 0) throw new Error('No process was seen that writes the workbook.')
    return { ms, peak, link: result.data.presignedUrl }
  }
  try {
    say('comparing the cells')
    await bare(file, business.size, today)
    await refuseOtherCells((await exported(business)).link, file)
    say('in turns with exceljs alone')
    const peaks = { product: [] as number[], bare: [] as number[] }
    const { first, second } = await alternately(
      async () => timeAndPeak(await exported(business), peaks.product),
      async () => timeAndPeak(await bare(file, business.size, today), peaks.bare),
    )
    say('three times the rows')
    const ofLarge: number[] = []
    for (let count = 0; count < rounds(); count++) ofLarge.push((await exported(large)).peak)
    const rate = (times: readonly number[]): string =>
      Math.round((business.size * 1_000) / median(times)).toLocaleString('en-US')
    const rows = business.size.toLocaleString('en-US')
    // The round that does not count is in the peaks, too.
    const [ofProduct, ofBare] = [peaks.product.slice(1), peaks.bare.slice(1)]
    return [
      {
        what: `AP aging of ${rows} open bills as a workbook, until the link is there / exceljs alone`,
        sides: `${rate(first)} rows/s / ${rate(second)} rows/s`,
        value: median(ratios(second, first)),
        target: { atLeast: 0.7 },
        samples: { product_ms: first, bare_ms: second },
      },
      memory('Most memory of the process that writes the workbook / of one with exceljs alone', ofProduct, ofBare),
      memory(`The same for ${large.size.toLocaleString('en-US')} rows / for ${rows}`, ofLarge, ofProduct),
    ]
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

function timeAndPeak({ ms, peak }: Written, peaks: number[]): number {
  peaks.push(peak)
  return ms
}

const memory = (what: string, first: readonly number[], second: readonly number[]): Figure => ({
  what,
  sides: `${mebibytes(first)} / ${mebibytes(second)}`,
  value: median(ratios(first, second)),
  target: { atMost: 1.3 },
  samples: { first_bytes: [...first], second_bytes: [...second] },
})

const mebibytes = (bytes: readonly number[]): string => `${(median(bytes) / 2 ** 20).toFixed(0)} MiB`

async function bare(file: string, rows: number, today: Date): Promise<Written> {
  const writer = join(import.meta.dirname, 'bare-writer.ts')
  const { stdout } = await promisify(execFile)(process.execPath, [
    ...RUNTIME,
    writer,
    file,
    String(rows),
    today.toISOString(),
  ])
  return JSON.parse(stdout) as Written
}

/** Both files have the same cells. */
async function refuseOtherCells(link: string, file: string): Promise<void> {
  const { body } = await fetch(link)
  if (!body) throw new Error(`${link} has no file.`)
  const product = await rowsOf(Readable.fromWeb(body))
  requireSame('the workbook', product, await rowsOf(createReadStream(file)))
}

/** The rows of the list, from its headings to its total. */
async function rowsOf(file: Readable): Promise<string[]> {
  const reader = new ExcelJS.stream.xlsx.WorkbookReader(file, {
    worksheets: 'emit',
    sharedStrings: 'cache',
    styles: 'ignore',
  })
  let rows: string[] = []
  // Sheets come in their order; the list is the last one.
  for await (const sheet of reader) {
    rows = []
    let inList = false
    for await (const row of sheet) {
      const values = (row.values as unknown[]).slice(1)
      if (values[0] === 'Vendor') inList = true
      else if (values[0] === 'Total') inList = false
      else if (inList) rows.push(JSON.stringify(values))
    }
  }
  return rows
}
