import type { Tx } from '@pacioli/db'
import {
  asked,
  boolean,
  integer,
  listOf,
  safeInteger,
  table,
  text,
  timestamp,
  uuid,
  type RowOf,
} from '@pacioli/db/table'
import type { BankDirection } from '../bank-transactions/bank-transaction.ts'
import type { Rule } from './rule.ts'

const rules = table('categorization_rules', ['businessId', 'id'], {
  businessId: uuid.writeOnly,
  id: uuid,
  externalId: text.orNull,
  name: text,
  priority: integer,
  isActive: boolean,
  descriptionContains: text.orNull,
  descriptionEquals: text.orNull,
  descriptionRegex: text.orNull,
  merchantNameContains: text.orNull,
  merchantNameRegex: text.orNull,
  amountMin: safeInteger.orNull,
  amountMax: safeInteger.orNull,
  direction: text.as<BankDirection>().orNull,
  bankAccountIds: listOf(uuid),
  externalAccountIds: listOf(uuid),
  counterpartyId: uuid.orNull,
  counterpartyNameContains: text.orNull,
  categoryAccountId: uuid.orNull,
  categoryCustomerId: uuid.orNull,
  categoryVendorId: uuid.orNull,
  excludes: boolean,
  taxCode: text.orNull,
  memo: text.orNull,
  isApplying: boolean,
  appliedThrough: uuid.orNull,
  appliedCount: safeInteger,
  disabledAt: timestamp.orNull,
  disabledReason: text.orNull,
  version: safeInteger,
  createdAt: timestamp,
  updatedAt: timestamp,
  deletedAt: timestamp.orNull,
  asked,
})

const ruleTags = table('categorization_rule_tags', ['businessId', 'id'], {
  businessId: uuid.writeOnly,
  ruleId: uuid,
  id: uuid,
  dimensionId: uuid,
  definitionId: uuid,
})

const toRow = (rule: Rule) => ({ ...rule, ...rule.conditions })

/** A new rule; false where another rule that is not deleted has its external_id. */
export async function insertRule(tx: Tx, rule: Rule): Promise<boolean> {
  const onConflict = '(business_id, external_id) WHERE external_id IS NOT NULL AND deleted_at IS NULL DO NOTHING'
  const inserted = await rules.insert(tx, { businessId: tx.businessId }, [toRow(rule)], {
    onConflict,
    returning: ['id'],
  })
  if (inserted.length === 0) return false
  await ruleTags.insert(tx, { businessId: tx.businessId, ruleId: rule.id }, rule.tags)
  return true
}

/** Writes a locked rule as it is now; its tags are replaced. */
export async function updateRule(tx: Tx, rule: Rule): Promise<void> {
  await rules.update(tx, { businessId: tx.businessId }, [toRow(rule)])
  await tx.rows('DELETE FROM categorization_rule_tags WHERE business_id = $1 AND rule_id = $2', [
    tx.businessId,
    rule.id,
  ])
  await ruleTags.insert(tx, { businessId: tx.businessId, ruleId: rule.id }, rule.tags)
}

const toRule = (row: RowOf<typeof rules>, tags: readonly RowOf<typeof ruleTags>[]): Rule => {
  const {
    descriptionContains,
    descriptionEquals,
    descriptionRegex,
    merchantNameContains,
    merchantNameRegex,
    amountMin,
    amountMax,
    direction,
    bankAccountIds,
    externalAccountIds,
    counterpartyId,
    counterpartyNameContains,
    ...rule
  } = row
  return {
    ...rule,
    conditions: {
      descriptionContains,
      descriptionEquals,
      descriptionRegex,
      merchantNameContains,
      merchantNameRegex,
      amountMin,
      amountMax,
      direction,
      bankAccountIds,
      externalAccountIds,
      counterpartyId,
      counterpartyNameContains,
    },
    tags: tags.map(({ ruleId: _, ...tag }) => tag),
  }
}

/** The rules `t` that match the condition. */
async function load(tx: Tx, condition: string, ...bind: unknown[]): Promise<Rule[]> {
  const rows = await rules.rows(tx, `t.business_id = $1 AND ${condition}`, [tx.businessId, ...bind])
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const where = 't.business_id = $1 AND t.rule_id = ANY ($2::uuid[]) ORDER BY t.rule_id, t.id'
  const tagsOf = Map.groupBy(await ruleTags.rows(tx, where, [tx.businessId, ids]), ({ ruleId }) => ruleId)
  return rows.map((row) => toRule(row, tagsOf.get(row.id) ?? []))
}

/** How far the rule has been applied, which does not change its version. The caller holds its lock. */
export async function saveProgress(tx: Tx, rule: Rule): Promise<void> {
  await rules.update(tx, { businessId: tx.businessId }, [toRow(rule)], {
    columns: ['isApplying', 'appliedThrough', 'appliedCount'],
  })
}

/** A page of all rules, deleted ones too, in the order of their ids; null begins it. */
export const loadRulesAfter = (tx: Tx, afterId: string | null, limit: number): Promise<Rule[]> =>
  load(tx, '($2::uuid IS NULL OR t.id > $2) ORDER BY t.id LIMIT $3', afterId, limit)

/** A rule, deleted or not. */
export const findRule = async (tx: Tx, id: string): Promise<Rule | undefined> => (await load(tx, 't.id = $2', id))[0]

/** The same, locked until the transaction ends. */
export const lockRule = async (tx: Tx, id: string): Promise<Rule | undefined> =>
  (await load(tx, `t.id = $2 ${tx.locking('FOR UPDATE')}`, id))[0]

export const findRuleByExternalId = async (tx: Tx, externalId: string): Promise<Rule | undefined> =>
  (await load(tx, 't.external_id = $2 AND t.deleted_at IS NULL', externalId))[0]

/** The active rules, in the order in which they decide. */
export const loadRulesInForce = (tx: Tx): Promise<Rule[]> =>
  load(tx, 't.is_active AND t.disabled_at IS NULL AND t.deleted_at IS NULL ORDER BY t.priority, t.created_at, t.id')

export type RuleFilter = {
  includeDeleted: boolean
  isActive: boolean | undefined
  externalId: string | undefined
}

const FITS = `($2 OR t.deleted_at IS NULL)
          AND ($3::boolean IS NULL OR t.is_active = $3) AND ($4::text IS NULL OR t.external_id = $4)`

const fitting = ({ includeDeleted, isActive, externalId }: RuleFilter): unknown[] => [
  includeDeleted,
  isActive ?? null,
  externalId ?? null,
]

/** A page in the order of priority; `after` is the sort key of the last rule seen. */
export async function loadRulePage(
  tx: Tx,
  filter: RuleFilter,
  page: { after: readonly string[] | undefined; descending: boolean; limit: number },
): Promise<Rule[]> {
  const [priority = null, createdAt = null, id = null] = page.after ?? []
  const [compare, order] = page.descending ? ['<', 'DESC'] : ['>', 'ASC']
  return load(
    tx,
    `${FITS}
        AND ($5::int IS NULL OR (t.priority, t.created_at, t.id) ${compare} ($5, $6::timestamptz, $7::uuid))
      ORDER BY t.priority ${order}, t.created_at ${order}, t.id ${order} LIMIT $8`,
    ...fitting(filter),
    ...[priority, createdAt, id, page.limit],
  )
}

/** At most some thousands: a business has few rules, and those deleted. */
export async function countRules(tx: Tx, filter: RuleFilter): Promise<number> {
  return tx.count(`SELECT count(*) FROM categorization_rules t WHERE t.business_id = $1 AND ${FITS}`, [
    tx.businessId,
    ...fitting(filter),
  ])
}

/** How many rules there are, and the priority of the last; locked against insertions until the transaction ends. */
export async function lockRules(tx: Tx): Promise<{ count: number; lastPriority: number }> {
  if (!tx.isPreview)
    await tx.rows(`SELECT pg_advisory_xact_lock(hashtextextended('categorization rules ' || $1, 0))`, [tx.businessId])
  const row = await tx.row<{ count: string; last: number | null }>(
    'SELECT count(*), max(priority) AS last FROM categorization_rules WHERE business_id = $1 AND deleted_at IS NULL',
    [tx.businessId],
  )
  return { count: Number(row?.count ?? 0), lastPriority: row?.last ?? 0 }
}
