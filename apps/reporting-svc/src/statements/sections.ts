/** Sections of statements: the accounts of some subtypes and their sum. Pure. */
import type { AccountSubtype } from '@pacioli/chart'
import type { AccountFigures } from './account-sums.ts'
import { accountLine, added, inReportOrder, sumLine, type Line, type LinkTo } from './rows.ts'

export type Section = {
  key: string
  name: string
  depth: number
  /** 1n for accounts that debits raise, -1n for those that credits raise. */
  sign: 1n | -1n
}

/** The sum of a section, and its rows with the sum first. */
export type SectionLines = { sum: Line; lines: Line[] }

export type Content = { figures: readonly AccountFigures[]; slices: number; linkTo: LinkTo }

/** The section of these accounts, one row each. */
export function sectionOf(section: Section, { figures, slices, linkTo }: Content): SectionLines {
  const lines = [...figures]
    .sort((a, b) => inReportOrder(a.account, b.account))
    .map((one) => accountLine(one, section.depth + 1, section.sign, linkTo))
  const sum = sumLine(section.key, section.name, section.depth, added(lines), slices)
  return { sum, lines: [sum, ...lines] }
}

/** Those whose account is of one of these subtypes. */
export const ofSubtypes = (all: readonly AccountFigures[], subtypes: readonly AccountSubtype[]): AccountFigures[] =>
  all.filter(({ account }) => subtypes.some((subtype) => subtype === account.accountSubtype))
