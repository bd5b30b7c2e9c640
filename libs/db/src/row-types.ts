import pg from 'pg'

const { DATE, TEXT } = pg.types.builtins
/** The driver has no names for the array types. */
const [DATES, NUMERICS, TEXTS] = [1182, 1231, 1009]

type Parser = (value: string) => unknown

const texts = pg.types.getTypeParser(TEXTS) as Parser

const ours = new Map<number, Parser>([
  // A day is not an instant: as a Date it would be one in the time zone of the process.
  [DATE, pg.types.getTypeParser(TEXT) as Parser],
  [DATES, texts],
  // A single value is text already. As floats, large ones would lose digits.
  [NUMERICS, texts],
])

/** How values come out of the database: as the driver converts them, except days and exact numbers. */
export const rowTypes: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    (format === 'binary' ? undefined : ours.get(oid)) ?? (pg.types.getTypeParser(oid, format) as Parser),
}
