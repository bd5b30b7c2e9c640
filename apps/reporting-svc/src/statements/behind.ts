/** Which lines a figure of a statement is the sum of. Pure. */

export type Behind = {
  accountIds: readonly string[]
  /** What counts as more; the other side counts as less. */
  plus: 'DEBIT' | 'CREDIT'
  /** All lines until the slice begins, or until it ends; those within it unless given. */
  until?: 'BEGINNING' | 'END' | undefined
}

export const opposite = (behind: Behind): Behind => ({ ...behind, plus: behind.plus === 'DEBIT' ? 'CREDIT' : 'DEBIT' })

export const idsOf = (accounts: readonly { account: { id: string } }[]): string[] =>
  accounts.map(({ account }) => account.id)
