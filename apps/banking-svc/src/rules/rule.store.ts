import { askedColumn, type Tx } from '@pacioli/db'
import { toAmount } from '@pacioli/money'
import type { BankDirection, TransactionTag } from '../bank-transactions/bank-transaction.ts'
import type { Conditions, Rule } from './rule.ts'

type RuleRow = {
  id: string
  external_id: string | null
  name: string
  priority: number
  is_active: boolean
  description_contains: string | null
  description_equals: string | null
  description_regex: string | null
  merchant_name_contains: string | null
  merchant_name_regex: string | null
  amount_min: string | null
  amount_max: string | null
  direction: BankDirection | null
  bank_account_ids: string[]
  external_account_ids: string[]
  counterparty_id: string | null
  counterparty_name_contains: string | null
  category_account_id: string | null
  excludes: boolean
  tax_code: string | null
  memo: string | null
  is_applying: boolean
  applied_through: string | null
  applied_count: string
  disabled_at: Date | null
  disabled_reason: string | null
  version: string
  created_at: Date
  updated_at: Date
  deleted_at: Date | null
}

/** What a row is written from, by column, in the order of the columns. */
const valuesOf = {
  external_id: (rule) => rule.externalId,
  name: (rule) => rule.name,
  priority: (rule) => rule.priority,
  is_active: (rule) => rule.isActive,
  description_contains: ({ conditions }) => conditions.descriptionContains,
  description_equals: ({ conditions }) => conditions.descriptionEquals,
  description_regex: ({ conditions }) => conditions.descriptionRegex,
  merchant_name_contains: ({ conditions }) => conditions.merchantNameContains,
  merchant_name_regex: ({ conditions }) => conditions.merchantNameRegex,
  amount_min: ({ conditions }) => conditions.amountMin,
  amount_max: ({ conditions }) => conditions.amountMax,
  direction: ({ conditions }) => conditions.direction,
  bank_account_ids: ({ conditions }) => conditions.bankAccountIds,
  external_account_ids: ({ conditions }) => conditions.externalAccountIds,
  counterparty_id: ({ conditions }) => conditions.counterpartyId,
  counterparty_name_contains: ({ conditions }) => conditions.counterpartyNameContains,
  category_account_id: (rule) => rule.categoryAccountId,
  excludes: (rule) => rule.excludes,
  tax_code: (rule) => rule.taxCode,
  memo: (rule) => rule.memo,
  is_applying: (rule) => rule.isApplying,
  applied_through: (rule) => rule.appliedThrough,
  applied_count: (rule) => rule.appliedCount,
  disabled_at: (rule) => rule.disabledAt,
  disabled_reason: (rule) => rule.disabledReason,
  version: (rule) => rule.version,
  created_at: (rule) => rule.createdAt,
  updated_at: (rule) => rule.updatedAt,
  deleted_at: (rule) => rule.deletedAt,
} as const satisfies Record<string, (rule: Rule) => unknown>
const COLUMNS = Object.keys(valuesOf)
const SELECTED = `r.id, ${COLUMNS.map((name) => `r.${name}`).join(', ')}`

const bindOf = (businessId: string, rule: Rule): unknown[] => [
  businessId,
  rule.id,
  ...Object.values(valuesOf).map((value) => value(rule)),
]

/** A new rule; false where another one that is not deleted has its external_id. */
export async function insertRule(tx: Tx, businessId: string, rule: Rule): Promise<boolean> {
  const inserted = await tx.rows(
    `INSERT INTO categorization_rules (business_id, id, ${COLUMNS.join(', ')}, asked)
     VALUES ($1, $2, ${COLUMNS.map((_, index) => `$${index + 3}`).join(', ')}, $${COLUMNS.length + 3}::jsonb)
     ON CONFLICT (business_id, external_id) WHERE external_id IS NOT NULL AND deleted_at IS NULL DO NOTHING
     RETURNING 1`,
    [...bindOf(businessId, rule), ...askedColumn([rule])],
  )
  if (inserted.length === 0) return false
  await insertTags(tx, businessId, rule)
  return true
}

/** Writes a rule that is held as it is now; its tags are replaced. */
export async function updateRule(tx: Tx, businessId: string, rule: Rule): Promise<void> {
  await tx.rows(
    `UPDATE categorization_rules SET ${COLUMNS.map((name, index) => `${name} = $${index + 3}`).join(', ')}
      WHERE business_id = $1 AND id = $2`,
    bindOf(businessId, rule),
  )
  await tx.rows('DELETE FROM categorization_rule_tags WHERE business_id = $1 AND rule_id = $2', [businessId, rule.id])
  await insertTags(tx, businessId, rule)
}

async function insertTags(tx: Tx, businessId: string, { id, tags }: Rule): Promise<void> {
  if (tags.length === 0) return
  await tx.rows(
    `INSERT INTO categorization_rule_tags (business_id, rule_id, id, dimension_id, definition_id)
     SELECT $1, $2, * FROM unnest($3::uuid[], $4::uuid[], $5::uuid[])`,
    [
      businessId,
      id,
      tags.map((tag) => tag.id),
      tags.map((tag) => tag.dimensionId),
      tags.map((tag) => tag.definitionId),
    ],
  )
}

const toConditions = (row: RuleRow): Conditions => ({
  descriptionContains: row.description_contains,
  descriptionEquals: row.description_equals,
  descriptionRegex: row.description_regex,
  merchantNameContains: row.merchant_name_contains,
  merchantNameRegex: row.merchant_name_regex,
  amountMin: row.amount_min === null ? null : toAmount(row.amount_min),
  amountMax: row.amount_max === null ? null : toAmount(row.amount_max),
  direction: row.direction,
  bankAccountIds: row.bank_account_ids,
  externalAccountIds: row.external_account_ids,
  counterpartyId: row.counterparty_id,
  counterpartyNameContains: row.counterparty_name_contains,
})

const toRule = (row: RuleRow, tags: TransactionTag[]): Rule => ({
  id: row.id,
  externalId: row.external_id,
  name: row.name,
  priority: row.priority,
  isActive: row.is_active,
  conditions: toConditions(row),
  categoryAccountId: row.category_account_id,
  excludes: row.excludes,
  tags,
  taxCode: row.tax_code,
  memo: row.memo,
  isApplying: row.is_applying,
  appliedThrough: row.applied_through,
  appliedCount: Number(row.applied_count),
  disabledAt: row.disabled_at,
  disabledReason: row.disabled_reason,
  version: Number(row.version),
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  deletedAt: row.deleted_at,
})

async function complete(tx: Tx, businessId: string, rows: readonly RuleRow[]): Promise<Rule[]> {
  if (rows.length === 0) return []
  const tags = await tx.rows<{ rule_id: string; id: string; dimension_id: string; definition_id: string }>(
    `SELECT rule_id, id, dimension_id, definition_id FROM categorization_rule_tags
      WHERE business_id = $1 AND rule_id = ANY ($2::uuid[]) ORDER BY rule_id, id`,
    [businessId, rows.map(({ id }) => id)],
  )
  const tagsOf = Map.groupBy(tags, ({ rule_id }) => rule_id)
  return rows.map((row) =>
    toRule(
      row,
      (tagsOf.get(row.id) ?? []).map(({ id, dimension_id, definition_id }) => ({
        id,
        dimensionId: dimension_id,
        definitionId: definition_id,
      })),
    ),
  )
}

/** How far the rule has been applied; to everybody else it is the same version of it. Who calls holds it. */
export async function saveProgress(
  tx: Tx,
  businessId: string,
  { id, isApplying, appliedThrough, appliedCount }: Rule,
): Promise<void> {
  await tx.rows(
    `UPDATE categorization_rules SET is_applying = $3, applied_through = $4, applied_count = $5
      WHERE business_id = $1 AND id = $2`,
    [businessId, id, isApplying, appliedThrough, appliedCount],
  )
}

/** A page of all rules, deleted ones too, in the order of their ids; null begins it. */
export async function loadRulesAfter(
  tx: Tx,
  businessId: string,
  afterId: string | null,
  limit: number,
): Promise<Rule[]> {
  const rows = await tx.rows<RuleRow>(
    `SELECT ${SELECTED} FROM categorization_rules r
      WHERE r.business_id = $1 AND ($2::uuid IS NULL OR r.id > $2) ORDER BY r.id LIMIT $3`,
    [businessId, afterId, limit],
  )
  return complete(tx, businessId, rows)
}

/** A rule, deleted or not. */
export async function findRule(tx: Tx, businessId: string, id: string): Promise<Rule | undefined> {
  const rows = await tx.rows<RuleRow>(
    `SELECT ${SELECTED} FROM categorization_rules r WHERE r.business_id = $1 AND r.id = $2`,
    [businessId, id],
  )
  return (await complete(tx, businessId, rows))[0]
}

/** The same, held until the transaction ends. */
export async function lockRule(tx: Tx, businessId: string, id: string): Promise<Rule | undefined> {
  const rows = await tx.rows<RuleRow>(
    `SELECT ${SELECTED} FROM categorization_rules r WHERE r.business_id = $1 AND r.id = $2 FOR UPDATE`,
    [businessId, id],
  )
  return (await complete(tx, businessId, rows))[0]
}

export async function findRuleByExternalId(tx: Tx, businessId: string, externalId: string): Promise<Rule | undefined> {
  const rows = await tx.rows<RuleRow>(
    `SELECT ${SELECTED} FROM categorization_rules r
      WHERE r.business_id = $1 AND r.external_id = $2 AND r.deleted_at IS NULL`,
    [businessId, externalId],
  )
  return (await complete(tx, businessId, rows))[0]
}

/** The rules that decide, in the order in which they do. */
export async function loadRulesInForce(tx: Tx, businessId: string): Promise<Rule[]> {
  const rows = await tx.rows<RuleRow>(
    `SELECT ${SELECTED} FROM categorization_rules r
      WHERE r.business_id = $1 AND r.is_active AND r.disabled_at IS NULL AND r.deleted_at IS NULL
      ORDER BY r.priority, r.created_at, r.id`,
    [businessId],
  )
  return complete(tx, businessId, rows)
}

export type RuleFilter = {
  includeDeleted: boolean
  isActive: boolean | undefined
  externalId: string | undefined
}

const FITS = `r.business_id = $1 AND ($2 OR r.deleted_at IS NULL)
          AND ($3::boolean IS NULL OR r.is_active = $3) AND ($4::text IS NULL OR r.external_id = $4)`

const fitting = (businessId: string, { includeDeleted, isActive, externalId }: RuleFilter): unknown[] => [
  businessId,
  includeDeleted,
  isActive ?? null,
  externalId ?? null,
]

/** A page in the order of priority; `after` is the sort key of the last rule seen. */
export async function loadRulePage(
  tx: Tx,
  businessId: string,
  filter: RuleFilter,
  page: { after: readonly string[] | undefined; descending: boolean; limit: number },
): Promise<Rule[]> {
  const [priority = null, createdAt = null, id = null] = page.after ?? []
  const [compare, order] = page.descending ? ['<', 'DESC'] : ['>', 'ASC']
  const rows = await tx.rows<RuleRow>(
    `SELECT ${SELECTED} FROM categorization_rules r
      WHERE ${FITS}
        AND ($5::int IS NULL OR (r.priority, r.created_at, r.id) ${compare} ($5, $6::timestamptz, $7::uuid))
      ORDER BY r.priority ${order}, r.created_at ${order}, r.id ${order} LIMIT $8`,
    [...fitting(businessId, filter), priority, createdAt, id, page.limit],
  )
  return complete(tx, businessId, rows)
}

/** At most some thousands: a business has few rules, and those deleted. */
export async function countRules(tx: Tx, businessId: string, filter: RuleFilter): Promise<number> {
  const row = await tx.row<{ count: string }>(
    `SELECT count(*) FROM categorization_rules r WHERE ${FITS}`,
    fitting(businessId, filter),
  )
  return Number(row?.count ?? 0)
}

/** How many rules there are, and the priority of the last; nobody else adds one until the transaction ends. */
export async function lockRules(tx: Tx, businessId: string): Promise<{ count: number; lastPriority: number }> {
  await tx.rows(`SELECT pg_advisory_xact_lock(hashtextextended('categorization rules ' || $1, 0))`, [businessId])
  const row = await tx.row<{ count: string; last: number | null }>(
    'SELECT count(*), max(priority) AS last FROM categorization_rules WHERE business_id = $1 AND deleted_at IS NULL',
    [businessId],
  )
  return { count: Number(row?.count ?? 0), lastPriority: row?.last ?? 0 }
}
