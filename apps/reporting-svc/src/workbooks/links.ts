/** Links in workbooks, from a figure to what it is the sum of. Pure. */
import { textOf, type Positions } from '@pacioli/history/positions'

/** What leads from a cell to what is at a path of the interface; undefined where nothing does. */
export type LinkTo = (path: string | undefined) => string | undefined

/** Spreadsheets open no longer addresses. */
const MAX_ADDRESS = 2_079

/**
 * Lists, which have a query, are of what was recorded in the workbook, so that they sum to its figures for as long as it is kept.
 * Entries and documents are shown as they are.
 * @param baseUrl how callers reach the interface; undefined where that is not known, so that nothing has a link
 */
export const linksFrom =
  (baseUrl: string | undefined, positions: Positions): LinkTo =>
  (path) => {
    if (baseUrl === undefined || path === undefined) return undefined
    const address = `${baseUrl}${path}${path.includes('?') ? `&recorded_as_of=${textOf(positions)}` : ''}`
    return address.length > MAX_ADDRESS ? undefined : address
  }
