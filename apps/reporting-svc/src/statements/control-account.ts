/** The accounts whose lines are those of customers and vendors, by stable name. Pure. */
import { PARTY_ACCOUNTS } from '@pacioli/chart'
import { keyOf } from '../read-models/newest.ts'

type PartyAccount = (typeof PARTY_ACCOUNTS)[number]
export type ControlAccount = PartyAccount['accounts'][number]

const PARTY_OF: ReadonlyMap<string | null, PartyAccount> = new Map(
  PARTY_ACCOUNTS.flatMap((party) => party.accounts.map((account) => [account, party] as const)),
)

export const CONTROL_ACCOUNTS: readonly ControlAccount[] = PARTY_ACCOUNTS.flatMap(({ accounts }) => accounts)

/** The party of lines that name none, or not one of the account's side. */
export const NO_PARTY = '00000000-0000-0000-0000-000000000000'

export const isControl = (stableName: string | null): stableName is ControlAccount => PARTY_OF.has(stableName)

/** Control accounts of businesses, by the key of the account. */
export type ControlAccounts = ReadonlyMap<string, ControlAccount>

type PlacedLine = { businessId: string; accountId: string; customerId: string | null; vendorId: string | null }

/** Which control account a line is on, and under whom it stands there; nothing for lines on other accounts. */
export function placeOf(
  { businessId, accountId, ...parties }: PlacedLine,
  controls: ControlAccounts,
): { control: ControlAccount | null; partyId: string | null } {
  const control = controls.get(keyOf({ businessId, id: accountId }))
  const party = PARTY_OF.get(control ?? null)
  if (control === undefined || party === undefined) return { control: null, partyId: null }
  return { control, partyId: parties[party.id] ?? NO_PARTY }
}
