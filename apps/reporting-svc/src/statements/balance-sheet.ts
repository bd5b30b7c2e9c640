/** The balance sheet: assets, liabilities and equity at the end of a day, closings included. Pure. */
import type { AccountSubtype } from '@pacioli/chart'
import type { AccountFigures } from './account-sums.ts'
import { idsOf } from './behind.ts'
import { added, requireKnown, sumLine, toRow, type Line, type LinkTo, type StatementRow } from './rows.ts'
import { ofSubtypes, sectionOf, type Content, type SectionLines } from './sections.ts'

export const NON_CURRENT_ASSETS: readonly AccountSubtype[] = [
  'FIXED_ASSET',
  'ACCUMULATED_DEPRECIATION',
  'NON_CURRENT_ASSET',
  'DEVELOPMENT_COSTS',
  'LOANS_RECEIVABLE',
  'INTANGIBLE_ASSET',
]
const NON_CURRENT_LIABILITIES: readonly AccountSubtype[] = [
  'LOANS_PAYABLE',
  'NOTES_PAYABLE',
  'SHAREHOLDER_LOAN',
  'NON_CURRENT_LIABILITY',
]

/**
 * Assets, then liabilities and equity, whose total is the same. Net income that is not closed yet is a row of its own in
 * equity (docs/POSTING-RULES.md "Closing").
 * @throws AmountOutOfRange, ServiceUnavailable
 */
export function balanceSheetRows(all: readonly AccountFigures[], slices: number, linkTo: LinkTo): StatementRow[] {
  requireKnown(all)
  const of = (...types: string[]): AccountFigures[] =>
    all.filter(({ account }) => types.some((type) => type === account.accountType))
  const content = { slices, linkTo }
  const assets = grouped(
    { key: 'ASSETS', name: 'Assets', sign: 1n },
    halves(of('ASSET'), NON_CURRENT_ASSETS, 'ASSETS', 'Assets'),
    content,
  )
  const liabilities = grouped(
    { key: 'LIABILITIES', name: 'Liabilities', sign: -1n },
    halves(of('LIABILITY'), NON_CURRENT_LIABILITIES, 'LIABILITIES', 'Liabilities'),
    content,
  )
  const equity = equityOf(of('EQUITY'), of('REVENUE', 'EXPENSE'), content)
  const total = sumLine('TOTAL', 'Total Liabilities and Equity', 0, added([liabilities.sum, equity.sum]), slices)
  return [...assets.lines, ...liabilities.lines, ...equity.lines, total].map(toRow)
}

type Group = { key: string; name: string; figures: AccountFigures[] }

const halves = (all: AccountFigures[], nonCurrent: readonly AccountSubtype[], key: string, name: string): Group[] => {
  const later = ofSubtypes(all, nonCurrent)
  return [
    { key: `CURRENT_${key}`, name: `Current ${name}`, figures: all.filter((one) => !later.includes(one)) },
    { key: `NON_CURRENT_${key}`, name: `Non-Current ${name}`, figures: later },
  ]
}

/** A section of sections. */
function grouped(
  { key, name, sign }: { key: string; name: string; sign: 1n | -1n },
  groups: readonly Group[],
  content: Omit<Content, 'figures'>,
): SectionLines {
  const made = groups.map((group) =>
    sectionOf({ key: group.key, name: group.name, depth: 1, sign }, { ...content, figures: group.figures }),
  )
  const sum = sumLine(key, name, 0, added(made.map((group) => group.sum)), content.slices)
  return { sum, lines: [sum, ...made.flatMap(({ lines }) => lines)] }
}

function equityOf(
  equity: readonly AccountFigures[],
  earned: readonly AccountFigures[],
  content: Omit<Content, 'figures'>,
): SectionLines {
  const accounts = sectionOf({ key: 'EQUITY', name: 'Equity', depth: 0, sign: -1n }, { ...content, figures: equity })
  const netIncome: Line = {
    key: 'NET_INCOME',
    name: 'Net Income Not Yet Closed',
    depth: 1,
    amounts: Array.from({ length: content.slices }, (_, slice) =>
      earned.reduce((sum, { figures }) => sum - (figures[slice]?.net ?? 0n), 0n),
    ),
    behind: { accountIds: idsOf(earned), plus: 'CREDIT' },
  }
  const rows = [...accounts.lines.slice(1), netIncome]
  const sum = sumLine('EQUITY', 'Equity', 0, added(rows), content.slices)
  return { sum, lines: [sum, ...rows] }
}
