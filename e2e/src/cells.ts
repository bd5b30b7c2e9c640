import type { Cell } from './answers.ts'

/** The amount in a cell of a report; undefined where there is none. @throws Error where the cell holds a word */
export function amountIn(cell: Cell | undefined): number | undefined {
  if (typeof cell?.value === 'string') throw new Error(`A cell should hold an amount, not ${cell.value}.`)
  return cell?.value ?? undefined
}
