import type { Tenant } from '@pacioli/rpc'

/** A day of an account that has many lines. */
export type LongDay = Tenant & { accountId: string; day: string }

/** What it is known by while it waits. */
export const nameOfDay = ({ businessId, accountId, day }: LongDay): string => `${businessId}/${accountId}/${day}`
