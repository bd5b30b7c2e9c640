/** Businesses with very many bank transactions, loaded straight into the databases. */
import type pg from 'pg'
import { randomUUID } from 'node:crypto'
import type { Answers } from '../../src/answers.ts'
import type { BenchContext } from '../bench.ts'
import { enterReadModels } from '../tools/database.ts'
import { callGateway, type Gateway } from '../tools/gateway.ts'

/** How many transactions each selective filter matches, whatever the size of the business. */
export const MATCHES = 1_000

type Account = { externalAccountId: string; bankAccountId: string }

/** A business, and the ids that filters name. */
export type LoadedBusiness = {
  id: string
  /** Path of the business. */
  base: string
  size: number
  /** Of the few and of all the others. */
  few: Account
  rest: Account
  category: string
  otherCategory: string
  customer: string
  vendor: string
  rule: string
  counterparty: string
}

type Databases = { banking: pg.Pool; reporting: pg.Pool }
type CategoryNode = Answers['listCategories']['data']['categories'][number]

/** A business with two accounts and nothing on them. */
export async function openBusiness(gateway: Gateway, size: number): Promise<LoadedBusiness> {
  const { data } = await callGateway<'createBusiness'>(gateway, '/v1/businesses', {
    legal_name: `${size} transactions`,
  })
  const base = `/v1/businesses/${data.id}`
  const account = async (external_id: string): Promise<Account> => {
    const made = await callGateway<'createCustomAccount'>(gateway, `${base}/custom-accounts`, {
      external_id,
      account_name: external_id,
      account_type: 'DEPOSITORY',
      account_subtype: 'CHECKING',
    })
    return { externalAccountId: made.data.id, bankAccountId: made.data.bank_account_id }
  }
  const tree = await callGateway<'listCategories'>(gateway, `${base}/categories`)
  const flat = (nodes: readonly CategoryNode[]): CategoryNode[] =>
    nodes.flatMap((node) => [node, ...flat(node.sub_categories)])
  const idOf = (name: string): string =>
    flat(tree.data.categories).find(({ stable_name }) => stable_name === name)?.id ?? ''
  return {
    id: data.id,
    base,
    size,
    few: await account('few'),
    rest: await account('rest'),
    category: idOf('BAD_DEBT'),
    otherCategory: idOf('OPERATING_EXPENSES'),
    customer: randomUUID(),
    vendor: randomUUID(),
    rule: randomUUID(),
    counterparty: randomUUID(),
  }
}

/**
 * Fills businesses. Of each thousandth (or tenth) transaction and its two successors, the first waits and has all that is
 * rare in texts, amounts and so on, the second has a rare category, the third is matched. The others are alike.
 */
export async function fill(
  context: BenchContext,
  databases: Databases,
  businesses: readonly LoadedBusiness[],
): Promise<void> {
  const { banking, reporting } = databases
  // What is checked and indexed row by row takes minutes; made at the end it takes seconds.
  const { rows } = await banking.query<{ name: string; definition: string }>(
    `SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS definition FROM pg_index
      WHERE indrelid = 'bank_transactions'::regclass AND NOT indisunique`,
  )
  for (const { name } of rows) await banking.query(`DROP INDEX ${name}`)
  await banking.query(`SET session_replication_role = replica; SET maintenance_work_mem = '512MB'`)
  for (const business of businesses) {
    context.say(`loading ${business.size.toLocaleString('en-US')}`)
    await fillOne(banking, business)
    await fillReadModel(reporting, business)
  }
  await banking.query('SET session_replication_role = origin')
  context.say('making the indexes')
  for (const { definition } of rows) await banking.query(definition)
  for (const database of [banking, reporting]) await database.query('VACUUM ANALYZE')
  await banking.query('CHECKPOINT')
}

async function fillOne(banking: pg.Pool, business: LoadedBusiness): Promise<void> {
  const { id, size, few, rest, category, otherCategory, customer, vendor, rule, counterparty } = business
  await banking.query('INSERT INTO counterparties VALUES ($1, $2, $3, now())', [id, counterparty, 'Quagga Ltd'])
  await banking.query('INSERT INTO vendors VALUES ($1, $2, $3, $4, 1)', [id, vendor, 'vendor', 'Quagga Ltd'])
  await banking.query('INSERT INTO customers VALUES ($1, $2, $3, $4, 1)', [id, customer, 'customer', 'Quagga Ltd'])
  await banking.query(
    `INSERT INTO bank_transactions (business_id, id, external_account_id, bank_account_id, source, source_transaction_id,
            source_account_id, imported_at, date, day, direction, amount, description, merchant_name, counterparty_id,
            counterparty_name, status, category_account_id, categorization_method, rule_id, memo, reference_number,
            customer_id, vendor_id, match_id, updated_at)
     SELECT $1, gen_random_uuid(), CASE WHEN n = 0 THEN $4 ELSE $6 END::uuid, CASE WHEN n = 0 THEN $5 ELSE $7 END::uuid,
            'custom', CASE WHEN n = 0 THEN 'few-' || i / $3::int ELSE 't' || i END, CASE WHEN n = 0 THEN 'few' ELSE 'rest' END,
            now(), at, at::date, CASE WHEN n = 0 THEN 'CREDIT' ELSE 'DEBIT' END,
            CASE WHEN n = 0 THEN 7777777 ELSE 1000 + (random() * 50000)::int END,
            format('CARD %s %s %s', what, (random() * 1e6)::int, CASE WHEN n = 0 THEN 'Zebrastripe' ELSE 'ordinary' END),
            CASE WHEN n = 0 THEN 'Xylophone shop' ELSE 'Store ' || what END, CASE WHEN n = 0 THEN $12::uuid END,
            CASE WHEN n = 0 THEN 'Quagga Ltd' END,
            CASE n WHEN 0 THEN 'READY_FOR_INPUT' WHEN 2 THEN 'MATCHED' ELSE 'CATEGORIZED' END,
            CASE n WHEN 0 THEN NULL WHEN 1 THEN $8::uuid WHEN 2 THEN NULL ELSE $9::uuid END,
            CASE n WHEN 0 THEN NULL WHEN 1 THEN 'RULE' WHEN 2 THEN 'MATCH' ELSE 'API' END,
            CASE WHEN n = 1 THEN $13::uuid END, CASE WHEN n = 0 THEN 'Yak memo' END,
            CASE WHEN n = 0 THEN 'REF' ELSE 'R' || i END,
            CASE WHEN n = 2 THEN $10::uuid END, CASE WHEN n = 2 THEN $11::uuid END,
            CASE WHEN n = 2 THEN gen_random_uuid() END, now()
       FROM (SELECT i, i % $3::int AS n,
                    CASE WHEN i % $3::int = 0 THEN timestamptz '2016-01-01' ELSE timestamptz '2020-01-01' END
                      + random() * interval '1400 days' AS at,
                    (ARRAY['groceries', 'fuel', 'rent', 'coffee', 'books', 'travel', 'insurance', 'phone', 'internet',
                           'lunch', 'hotel', 'parking', 'toys', 'garden'])[1 + i % 14] AS what
               FROM generate_series(0, $2::int - 1) AS i) AS generated`,
    [
      id,
      size,
      size / MATCHES,
      few.externalAccountId,
      few.bankAccountId,
      rest.externalAccountId,
      rest.bankAccountId,
      category,
      otherCategory,
      customer,
      vendor,
      counterparty,
      rule,
    ],
  )
  const dimension = randomUUID()
  const value = randomUUID()
  await banking.query(
    `INSERT INTO tag_dimensions (business_id, dimension_id, key, strictness, version) VALUES ($1, $2, 'project', 'NON_BALANCING', 1)`,
    [id, dimension],
  )
  await banking.query(
    `INSERT INTO tag_values (business_id, definition_id, dimension_id, value, version) VALUES ($1, $2, $3, 'few', 1)`,
    [id, value, dimension],
  )
  await banking.query(
    `INSERT INTO transaction_tags SELECT $1, id, -1, gen_random_uuid(), $2, $3 FROM bank_transactions
      WHERE business_id = $1 AND amount = 7777777`,
    [id, dimension, value],
  )
  await banking.query(
    `INSERT INTO external_account_totals
     SELECT $1, external_account_id, count(*), sum(CASE direction WHEN 'CREDIT' THEN amount ELSE -amount END),
            count(*) FILTER (WHERE status = 'READY_FOR_INPUT'),
            coalesce(sum(amount) FILTER (WHERE status = 'READY_FOR_INPUT'), 0)
       FROM bank_transactions WHERE business_id = $1 GROUP BY external_account_id
     ON CONFLICT (business_id, external_account_id) DO UPDATE
       SET transaction_count = excluded.transaction_count, transaction_sum = excluded.transaction_sum,
           uncategorized_count = excluded.uncategorized_count, uncategorized_sum = excluded.uncategorized_sum`,
    [id],
  )
}

/** What reporting-svc would have counted: every transaction on a day of the last four years, all of them waiting. */
async function fillReadModel(reporting: pg.Pool, { id, size }: LoadedBusiness): Promise<void> {
  await enterReadModels(reporting, id)
  await reporting.query(
    `INSERT INTO bank_transactions (business_id, transaction_id, day, waits, version, event_id)
     SELECT $1, gen_random_uuid(), current_date - i % 1400, true, 1, 'bench' FROM generate_series(0, $2::int - 1) AS i`,
    [id, size],
  )
  for (const [table, unit, on] of [
    ['waiting_days', 'day', 'day'],
    ['waiting_months', 'month', `date_trunc('month', day)::date`],
  ])
    await reporting.query(
      `INSERT INTO ${table} (business_id, ${unit}, waiting)
       SELECT $1, ${on}, count(*) FROM bank_transactions WHERE business_id = $1 AND waits GROUP BY ${on}
       ON CONFLICT (business_id, ${unit}) DO UPDATE SET waiting = excluded.waiting`,
      [id],
    )
}
