/** Write-offs as a kind that requests create: they are stored, posted and announced with their invoices. */
import { presentWriteOffs } from './present-write-offs.ts'
import { sourceOfWriteOff } from './write-off.postings.ts'
import type { WriteOff } from './write-off.ts'

export type { WriteOff } from './write-off.ts'

export const WRITE_OFFS = {
  present: presentWriteOffs,
  sourcesOf: (writeOff: WriteOff) => [sourceOfWriteOff(writeOff)],
}
