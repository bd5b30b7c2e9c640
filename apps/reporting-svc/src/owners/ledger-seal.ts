/** A seal of the ledger's log: `note` is the checkpoint as it was signed. */
export type LedgerSeal = {
  origin: string
  size: number
  root: string
  note: string
  verifierKey: string
  sealedAt: string
}
