import { bytes, text } from '@pacioli/db/table'

/** The columns of a table that keeps sealed secrets. */
export const sealedColumns = { masterKeyId: text, wrappedKey: bytes, ciphertext: bytes }
