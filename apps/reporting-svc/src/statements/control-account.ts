/** The accounts whose lines are those of customers and vendors, by stable name. Pure. */
export const CONTROL_ACCOUNTS = [
  'ACCOUNTS_RECEIVABLE',
  'ACCOUNTS_PAYABLE',
  'CUSTOMER_CREDITS',
  'VENDOR_PREPAYMENTS',
] as const
export type ControlAccount = (typeof CONTROL_ACCOUNTS)[number]

/** The party of lines that name none, or not one of the account's side. */
export const NO_PARTY = '00000000-0000-0000-0000-000000000000'

const OF_CUSTOMERS: readonly ControlAccount[] = ['ACCOUNTS_RECEIVABLE', 'CUSTOMER_CREDITS']

export const isControl = (stableName: string | null): stableName is ControlAccount =>
  CONTROL_ACCOUNTS.some((name) => name === stableName)

/** Which control account a line is on, and under whom it stands there; nothing for lines on other accounts. */
export function placeOf(
  { accountId, customerId, vendorId }: { accountId: string; customerId: string | null; vendorId: string | null },
  controls: ReadonlyMap<string, ControlAccount>,
): { control: ControlAccount | null; partyId: string | null } {
  const control = controls.get(accountId)
  if (control === undefined) return { control: null, partyId: null }
  return { control, partyId: (OF_CUSTOMERS.includes(control) ? customerId : vendorId) ?? NO_PARTY }
}
