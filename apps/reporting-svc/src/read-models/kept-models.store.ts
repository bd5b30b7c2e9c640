import type { Tx } from '@pacioli/db'

/** The models that this database has for the version before. */
export async function loadKeptModels(tx: Tx): Promise<number[]> {
  const rows = await tx.rows<{ model: number }>('SELECT model FROM public.kept_models')
  return rows.map(({ model }) => model)
}
