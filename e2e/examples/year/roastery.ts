/** What the roastery is: its shops, accounts, vendors and customers, and how busy its months are. Pure. */
import type { AccountInput, BusinessInput } from '../shared/books.ts'
import { ACTIVATION, TIME_ZONE } from './calendar.ts'

export type StableName = { type: 'StableName'; stable_name: string }
export type AccountIdentifier = StableName | { type: 'AccountId'; id: string }
export type Tag = { key: string; value: string }

export const NAME = 'Pier & Main Coffee Roasters'

export const businessInput = (external_id: string): BusinessInput => ({
  external_id,
  legal_name: NAME,
  entity_type: 'LLC',
  us_state: 'NY',
  currency: 'USD',
  time_zone: TIME_ZONE,
  activation_at: ACTIVATION,
  bookkeeping_enrolled: true,
})

export const named = (stable_name: string): StableName => ({ type: 'StableName', stable_name })

export const SHOP = 'shop'
export const SHOPS = ['downtown', 'harbour'] as const
export type Shop = (typeof SHOPS)[number]

export const shopTag = (shop: Shop): Tag => ({ key: SHOP, value: shop })

/** Body of `POST B/tags/dimensions`. */
export const shopDimension = {
  key: SHOP,
  display_name: 'Shop',
  strictness: 'NON_BALANCING' as const,
  defined_values: [
    { value: 'downtown', display_name: 'Downtown' },
    { value: 'harbour', display_name: 'Harbour' },
  ],
}

const account = (stable_name: string, name: string, account_subtype: string, parent: string): AccountInput => ({
  name,
  account_subtype,
  stable_name,
  parent_id: named(parent),
})

export const ACCOUNTS = [
  account('DRINKS', 'Drinks', 'SALES', 'SALES'),
  account('BAGS', 'Beans in bags', 'SALES', 'SALES'),
  account('WHOLESALE', 'Beans, wholesale', 'SALES', 'SALES'),
  account('GREEN_BEANS', 'Green beans', 'COGS', 'COGS'),
  account('PACKAGING', 'Packaging', 'COGS', 'COGS'),
  account('RENT', 'Rent', 'OPERATING_EXPENSES', 'OPERATING_EXPENSES'),
  account('UTILITIES', 'Utilities', 'OPERATING_EXPENSES', 'OPERATING_EXPENSES'),
  account('REPAIRS', 'Repairs', 'OPERATING_EXPENSES', 'OPERATING_EXPENSES'),
  account('BANK_FEES', 'Bank fees', 'OPERATING_EXPENSES', 'OPERATING_EXPENSES'),
  account('ROASTER', 'Roaster and espresso machines', 'FIXED_ASSET', 'FIXED_ASSET'),
  account('EMPLOYER_TAXES', "Employer's payroll taxes", 'PAYROLL', 'PAYROLL'),
]

export const VENDORS = [
  { external_id: 'landlord', company_name: 'Wharf Street Properties' },
  { external_id: 'importer', company_name: 'Highland Green Coffee Importers' },
  { external_id: 'packaging', company_name: 'Kraft & Foil Packaging' },
  { external_id: 'utilities', company_name: 'Hudson Light and Water' },
  { external_id: 'repairs', company_name: 'Boiler & Burr Repairs' },
]

/** Who buys at a counter. */
export const WALK_IN = 'walk-in'

/** Cafés and restaurants, with the shop that serves them and the pounds of coffee that they take in an average month. */
export const WHOLESALE = [
  { external_id: 'corner', company_name: 'Corner Café', shop: 'downtown', pounds: 110 },
  { external_id: 'station', company_name: 'Station Bakery', shop: 'downtown', pounds: 145 },
  { external_id: 'library', company_name: 'Library Lunch Room', shop: 'downtown', pounds: 60 },
  { external_id: 'hotel', company_name: 'Grand Hotel', shop: 'downtown', pounds: 230 },
  { external_id: 'ferry', company_name: 'Ferry Terminal Kiosk', shop: 'harbour', pounds: 95 },
  { external_id: 'oyster', company_name: 'Oyster House', shop: 'harbour', pounds: 70 },
  { external_id: 'sailing', company_name: 'Sailing Club', shop: 'harbour', pounds: 45 },
  { external_id: 'brunch', company_name: 'Brunch by the Bay', shop: 'harbour', pounds: 120 },
] as const satisfies readonly { shop: Shop; [field: string]: unknown }[]

export const CUSTOMERS = [
  { external_id: WALK_IN, company_name: 'Sales at the counter' },
  ...WHOLESALE.map(({ external_id, company_name }) => ({ external_id, company_name })),
]

/** How busy each month is, in percent of an average one. */
const BUSY = [88, 86, 94, 97, 102, 108, 112, 109, 101, 104, 115, 128]

/** So much in an average month makes so much in this one, in whole units. */
export const inMonth = (average: number, month: number): number =>
  Math.round((average * (BUSY[month - 1] ?? 100)) / 100)
