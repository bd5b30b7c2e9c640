/** Where what the bank says of a transaction came from. Pure. */
import type { ImportedFrom } from '../bank-transactions/bank-transaction.ts'
import type { Incoming } from './incoming.ts'

/** A statement file, as it came. */
export type ImportedFile = { format: string; fileName: string | null; sha256: string }

/** An import: of a file, or of what a request has. */
export type ImportSource = { importId: string; file: ImportedFile | null }

export const importedFrom = (
  { importId, file }: ImportSource,
  { row, statementId }: Pick<Incoming, 'row' | 'statementId'>,
): ImportedFrom => ({
  import_id: importId,
  format: file?.format ?? null,
  file_name: file?.fileName ?? null,
  sha256: file?.sha256 ?? null,
  statement_id: statementId,
  row,
})
