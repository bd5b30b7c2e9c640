/** What stands on accounts, by a model of what was acknowledged. */

/** Debits less credits, by stable name where the account has one. */
export type Sides = Map<string, number>

export const add = (sides: Sides, account: string, amount: number): void => {
  sides.set(account, (sides.get(account) ?? 0) + amount)
}

/** An account whose entries were all taken back is told with zero, one that never had any is not: both are left out. */
export const without0 = (sides: Sides): Sides => new Map([...sides].filter(([, amount]) => amount !== 0))

export const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0)
