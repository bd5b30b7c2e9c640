/** The violations that the product's own checks find in one business. */
import { connectAt, databaseUrl } from '@pacioli/testing'
import type { Books } from '../books.ts'

const CHECKS = { ledger: 'check_books_v1', banking: 'check_banking_v1', billing: 'check_billing_v1' }

/** The violations of a business, by the same functions as `ledger:check` and its like. */
export async function violationsIn(postgresAdminUrl: string, { id, business }: Books): Promise<object[]> {
  const found = Object.entries(CHECKS).map(async ([database, check]) => {
    const client = await connectAt(databaseUrl(postgresAdminUrl, { database }), id)
    try {
      const asked = [business.client_id, id]
      return (await client.query<object>(`SELECT invariant, detail FROM ${check}($1, $2)`, asked)).rows
    } finally {
      await client.end()
    }
  })
  return (await Promise.all(found)).flat()
}
