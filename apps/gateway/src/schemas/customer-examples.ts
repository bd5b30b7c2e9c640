/** Answers about customers as a reader of the documentation sees them. */
import { vendor } from './payables-examples.ts'

export const customer = {
  ...vendor,
  type: 'Customer',
  id: '4b3c8d5e-7f9a-4b2c-8d4e-6f1a0b9c2d4e',
  external_id: 'customer-17',
  individual_name: 'Ada Lovelace',
  company_name: 'Analytical Engines Ltd',
  email: 'ada@engines.example',
  memo: null,
  notes: null,
  credit_balance: 2500,
}
