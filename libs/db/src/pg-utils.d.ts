/** The driver's own conversion of bound values, which its types leave out. */
declare module 'pg/lib/utils.js' {
  export function prepareValue(value: unknown): string | Buffer | null
}
