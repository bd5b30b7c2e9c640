import type { Tx } from '@pacioli/db'
import type { AskedAccount, AskedTag } from '@pacioli/postings'

/**
 * Takes over what the ledger answered when it was asked, where no event has told of it yet: so that what was just named
 * by id can be shown by name. Version 0: the first event of each replaces it.
 */
export async function adopt(
  tx: Tx,
  businessId: string,
  { accounts = [], tags = [] }: { accounts?: readonly AskedAccount[]; tags?: readonly AskedTag[] },
): Promise<void> {
  if (accounts.length > 0)
    await tx.rows(
      `INSERT INTO accounts (business_id, account_id, name, account_number, stable_name, normality, account_type,
                             account_subtype, version)
       SELECT DISTINCT ON (a.id) $1, a.*, 0
         FROM unnest($2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[])
                AS a(id, name, account_number, stable_name, normality, type, subtype)
        ORDER BY a.id
       ON CONFLICT (business_id, account_id) DO NOTHING`,
      [
        businessId,
        accounts.map((account) => account.id),
        accounts.map((account) => account.name),
        accounts.map((account) => account.accountNumber),
        accounts.map((account) => account.stableName),
        accounts.map((account) => account.normality),
        accounts.map((account) => account.type),
        accounts.map((account) => account.subtype),
      ],
    )
  if (tags.length === 0) return
  await tx.rows(
    `INSERT INTO tag_dimensions (business_id, dimension_id, key, display_name, strictness, version)
     SELECT DISTINCT ON (d.id) $1, d.*, 0
       FROM unnest($2::uuid[], $3::text[], $4::text[], $5::text[]) AS d(id, key, display_name, strictness)
      ORDER BY d.id
     ON CONFLICT (business_id, dimension_id) DO NOTHING`,
    [
      businessId,
      tags.map((tag) => tag.dimensionId),
      tags.map((tag) => tag.key),
      tags.map((tag) => tag.dimensionDisplayName),
      tags.map((tag) => tag.strictness),
    ],
  )
  await tx.rows(
    `INSERT INTO tag_values (business_id, definition_id, dimension_id, value, display_name, version)
     SELECT DISTINCT ON (v.id) $1, v.*, 0
       FROM unnest($2::uuid[], $3::uuid[], $4::text[], $5::text[]) AS v(id, dimension_id, value, display_name)
      ORDER BY v.id
     ON CONFLICT (business_id, definition_id) DO NOTHING`,
    [
      businessId,
      tags.map((tag) => tag.definitionId),
      tags.map((tag) => tag.dimensionId),
      tags.map((tag) => tag.value),
      tags.map((tag) => tag.valueDisplayName),
    ],
  )
}
