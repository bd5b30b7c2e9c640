/** Books to close, and an oracle of them that reads only the lines. */
import { DomainError } from '@pacioli/errors'
import type { BusinessWrite } from '@pacioli/rpc'
import { openTestBusiness, requestFor, type TestLedger } from '../ledger.test-helpers.ts'
import { postPostings } from '../posting/post-postings.ts'
import type { Admin } from '../tags/tags.test-helpers.ts'
import type { ClosingRequest } from './closing.ts'

/** All of 2025 by default. */
export const asked = (more: Partial<ClosingRequest> = {}): ClosingRequest => ({
  through: { year: 2025 },
  startsAt: null,
  target: null,
  override: null,
  memo: null,
  metadata: null,
  referenceNumber: null,
  ...more,
})

/** Another request on the same business. */
export const fresh = ({ clientId, businessId }: BusinessWrite): BusinessWrite => requestFor(clientId, businessId)

/** Dimensions of which the first ones are BALANCING, each with its values. */
export const DIMENSIONS = { store: ['one', 'two'], team: ['red', 'blue'], note: ['x', 'y'] }
export type Tags = { key: string; value: string }[]

export const tag = (key: string, value: string | null): Tags => (value === null ? [] : [{ key, value }])

export type Post = {
  at: Date
  basis: string
  debit: string
  credit: string
  amount: number
  /** On the whole entry, and on its first line alone. */
  tags?: Tags
  note?: Tags
}

export const posting = (key: string, { at, basis, debit, credit, amount, tags = [], note = [] }: Post) => ({
  posting_key: key,
  source_type: 'test',
  source_id: key,
  entry_type: 'MANUAL',
  basis,
  agent: 'API',
  entry_at: at.toISOString(),
  line_items: [
    { account_identifier: { type: 'StableName', stable_name: debit }, direction: 'DEBIT', amount, tags: note },
    { account_identifier: { type: 'StableName', stable_name: credit }, direction: 'CREDIT', amount, tags: [] },
  ],
  tags,
})

export const reversal = (key: string, reverses: string) => ({
  ...posting(key, { at: new Date(), basis: 'BOTH', debit: 'CASH', credit: 'CASH', amount: 1 }),
  line_items: [],
  reverses,
})

export const ACTIVATION = new Date('2025-01-15T12:00:00.000Z')
const AT = new Date('2025-05-05T12:00:00Z')

/** The entry of a sale on one day of 2025. */
export const sale = (amount: number, more: Partial<Post> = {}): Post => ({
  at: AT,
  basis: 'BOTH',
  debit: 'CASH',
  credit: 'SALES',
  amount,
  ...more,
})

/** The name of a refusal and the field it names. */
export const refusalOf = (act: Promise<unknown>): Promise<unknown> =>
  act.then(
    () => undefined,
    (error: unknown) => {
      if (error instanceof DomainError) return [error.errorEnum, error.problems[0].meta.field]
      throw error
    },
  )

/** Businesses of one ledger, made and looked at past its rules. */
export class Scene {
  readonly #ledger: TestLedger
  readonly #admin: Admin

  /** @param admin sees all tenants */
  constructor(ledger: TestLedger, admin: Admin) {
    this.#ledger = ledger
    this.#admin = admin
  }

  /** A business of 2025 with these entries. */
  async booksOf(posts: Post[], balancing = 0): Promise<BusinessWrite> {
    const business = await openTestBusiness(this.#ledger)
    await this.#admin.query('UPDATE businesses SET activation_at = $2 WHERE id = $1', [business.businessId, ACTIVATION])
    await this.defineTags(business, balancing)
    if (posts.length > 0)
      await this.post(
        business,
        posts.map((one, index) => posting(`p${index}`, one)),
      )
    return business
  }

  async defineTags(business: BusinessWrite, balancing: number): Promise<void> {
    const { newId } = this.#ledger
    const dimensions = Object.keys(DIMENSIONS).map((key, index) => ({ id: newId(), key, isStrict: index < balancing }))
    const values = Object.entries(DIMENSIONS).flatMap(([key, all]) => all.map((value) => ({ id: newId(), key, value })))
    await this.#admin.query(
      `WITH dimensions AS (
         INSERT INTO tag_dimensions (business_id, id, key, strictness, balancing_epoch, created_at, updated_at)
         SELECT $1, id, key, CASE WHEN "isStrict" THEN 'BALANCING' ELSE 'NON_BALANCING' END,
                CASE WHEN "isStrict" THEN 1 END, now(), now()
           FROM jsonb_to_recordset($2) AS d (id uuid, key text, "isStrict" boolean)
         RETURNING id, key)
       INSERT INTO tag_definitions (business_id, id, dimension_id, value, created_at, updated_at)
       SELECT $1, v.id, d.id, v.value, now(), now()
         FROM jsonb_to_recordset($3) AS v (id uuid, key text, value text) JOIN dimensions d USING (key)`,
      [business.businessId, JSON.stringify(dimensions), JSON.stringify(values)],
    )
  }

  post(business: BusinessWrite, postings: ReturnType<typeof posting>[]) {
    return postPostings(this.#ledger, fresh(business), { decisionEpoch: 1_000_000, postings })
  }

  /** Debits less credits, by account, basis of the books and the tags on the lines, of the lines that are within. */
  async oracle(
    business: BusinessWrite,
    within: { from?: Date; through?: Date; types?: string[]; override?: Tags; dimensions?: string[] } = {},
  ): Promise<Record<string, number>> {
    const { rows } = await this.#admin.query<{
      name: string
      basis: string
      direction: string
      amount: string
      tags: Record<string, string> | null
    }>(
      `SELECT coalesce(a.stable_name, a.name) AS name, l.basis, l.direction, l.amount,
              (SELECT json_object_agg(d.key, v.value) FROM line_item_tags t
                 JOIN tag_definitions v ON v.business_id = t.business_id AND v.id = t.definition_id
                 JOIN tag_dimensions d ON d.business_id = t.business_id AND d.id = t.dimension_id
                WHERE t.business_id = l.business_id AND t.line_id = l.id) AS tags
         FROM line_items l JOIN accounts a ON a.business_id = l.business_id AND a.id = l.account_id
        WHERE l.business_id = $1 AND l.entry_at >= $2 AND l.entry_at <= $3 AND a.account_type = ANY ($4::text[])`,
      [
        business.businessId,
        within.from ?? '-infinity',
        within.through ?? 'infinity',
        within.types ?? ['ASSET', 'LIABILITY', 'EQUITY', 'REVENUE', 'EXPENSE'],
      ],
    )
    const sums: Record<string, number> = {}
    for (const row of rows) {
      const tags = row.tags ?? {}
      const narrowed = [...Map.groupBy(within.override ?? [], ({ key }) => key)].every(([key, values]) =>
        values.some(({ value }) => tags[key] === value),
      )
      if (!narrowed) continue
      const shown = (within.dimensions ?? []).map((key) => `${key}=${tags[key] ?? ''}`).join(' ')
      for (const books of ['ACCRUAL', 'CASH']) {
        if (row.basis !== 'BOTH' && row.basis !== books) continue
        const key = [books, row.name, shown].join(' ').trim()
        sums[key] = (sums[key] ?? 0) + (row.direction === 'DEBIT' ? 1 : -1) * Number(row.amount)
      }
    }
    return Object.fromEntries(Object.entries(sums).filter(([, sum]) => sum !== 0))
  }
}
