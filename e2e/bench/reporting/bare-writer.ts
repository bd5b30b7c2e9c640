/**
 * A process of its own: `bare-writer.ts FILE ROWS TODAY` writes the rows of an aging with exceljs alone. It prints how long
 * that took, and the most memory that it ever had.
 */
import ExcelJS from 'exceljs'
import { bucketName, billOf, outstandingOf, serialOf, vendorName } from './bills.ts'
import { peakOf } from './peak.ts'

const COLUMNS = [
  { header: 'Vendor', width: 40 },
  { header: 'Type', width: 14 },
  { header: 'Number', width: 18 },
  { header: 'External id', width: 24 },
  { header: 'Date', width: 12, style: { numFmt: 'yyyy-mm-dd' } },
  { header: 'Due date', width: 12, style: { numFmt: 'yyyy-mm-dd' } },
  { header: 'Days past due', width: 10 },
  { header: 'Age', width: 10 },
  { header: 'Outstanding', width: 16, style: { numFmt: '#,##0.00' } },
  { header: 'Unapplied', width: 16, style: { numFmt: '#,##0.00' } },
  { header: 'Document id', width: 38 },
]
const WARM_UP = 10_000

async function write(filename: string, size: number, today: Date, rows = size): Promise<void> {
  const workbook = new ExcelJS.stream.xlsx.WorkbookWriter({ filename, useStyles: true, useSharedStrings: false })
  const sheet = workbook.addWorksheet('Detail')
  sheet.columns = COLUMNS
  for (let index = 0; index < rows; index++) {
    const bill = billOf(index, size)
    const cells = [
      vendorName(bill.vendor),
      'Bill',
      bill.number,
      bill.externalId,
      serialOf(today, bill.documentDaysAgo),
      serialOf(today, bill.daysPastDue),
      bill.daysPastDue,
      bucketName(bill),
      outstandingOf(bill) / 100,
      0,
      bill.id,
    ]
    sheet.addRow(cells).commit()
  }
  sheet.commit()
  await workbook.commit()
}

const [filename = '', size, today = ''] = process.argv.slice(2)
await write(filename, Number(size), new Date(today), WARM_UP)
const began = performance.now()
await write(filename, Number(size), new Date(today))
console.log(JSON.stringify({ ms: performance.now() - began, peak: peakOf(process.pid) }))
