/** Which seal of the ledger a workbook is of, so that whoever keeps the file can prove later that the books are still these. */
import type { LedgerSeal } from '../owners/ledger-seal.ts'
import { linesIn, type SheetCell } from './cells.ts'
import { writeHeading } from './heading.ts'
import * as styles from './styles.ts'
import type { Workbook } from './workbook.ts'

const WIDTHS = [16, 110] as const

/**
 * A sheet with the seal over what the workbook reports, or the latest one if that is not sealed yet.
 * @param seal null where none is known
 * @param position of the ledger's log, through which it is in the workbook
 */
export async function writeSealSheet(workbook: Workbook, seal: LedgerSeal | null, position: number): Promise<void> {
  const sheet = workbook.sheet('Seal', { widths: WIDTHS, frozenRows: 0 })
  await writeHeading(sheet, { title: 'Seal', subtitles: [covered(seal, position)] })
  for (const [name, value] of seal ? rowsOf(seal) : []) {
    const cells: SheetCell[] = [
      { value: name, style: styles.BOLD_TEXT },
      { value, style: styles.WRAPPED_TEXT },
    ]
    await sheet.row(cells, heightOf(String(value)))
  }
  await sheet.close()
}

/** In lines: a note has line breaks of its own. */
const heightOf = (text: string): number => text.split('\n').reduce((lines, line) => lines + linesIn(line, WIDTHS[1]), 0)

/** How much of what is reported the seal is over. Pure. */
export function covered(seal: Pick<LedgerSeal, 'size'> | null, position: number): string {
  const reported = `This workbook reports what the ledger recorded through position ${position}.`
  if (!seal) return `${reported} No seal of it was known when it was written.`
  if (seal.size >= position) return `${reported} The seal covers all of it.`
  return `${reported} The latest seal covers it through ${seal.size}; positions ${seal.size + 1} to ${position} were not sealed yet.`
}

const rowsOf = (seal: LedgerSeal): [name: string, value: string | number][] => [
  ['Log', 'LEDGER'],
  ['Origin', seal.origin],
  ['Size', seal.size],
  ['Root', seal.root],
  ['Sealed at', seal.sealedAt],
  ['Key', seal.verifierKey],
  ['Seal', seal.note],
  [
    'To verify',
    'Save the text of the seal, with the line break at its end, as seal.txt. Then `pacioli-verify --checkpoint seal.txt`, of the ' +
      'installation or of its exported books, says whether any record up to that size was altered, dropped, added or reordered ' +
      'since, and does the sums again. Compare the key with the one that the installation publishes, and keep both elsewhere.',
  ],
]
