/** SealsService, for each service that seals what it owns of a business. */
import type { Database, Tx } from '@pacioli/db'
import { SealKeysService, SealsService } from '@pacioli/protos/history'
import { implement, tenantOf, type Implementation } from '@pacioli/rpc'
import type { Sealed } from './check-sealed.ts'
import { listCurrentStates } from './current-states.ts'
import { readKeys } from './seal.store.ts'
import { sealedBooksRpc, type BooksOptions } from './books/sealed-books.rpc.ts'
import { SealedHistory } from './sealed-history.ts'

export const sealsRpc = (options: BooksOptions & Pick<Sealed, 'ownedBy'>): Implementation[] => {
  const { db } = options
  const seals = new SealedHistory(options)
  return [
    implement(SealsService, {
      GetLatestSeals: (_request, context) => read(db, context, (tx) => seals.latest(tx)),
      ListSeals: (request, context) => read(db, context, (tx) => seals.list(tx, request)),
      GetSeal: ({ size }, context) => read(db, context, async (tx) => ({ data: await seals.seal(tx, size) })),
      ListLeaves: (request, context) => read(db, context, (tx) => seals.leaves(tx, request)),
      ListCurrentStates: (request, context) =>
        read(db, context, (tx) => listCurrentStates(tx, options.ownedBy(tenantOf(context)), request)),
      ProveInclusion: ({ position, size }, context) =>
        read(db, context, (tx) => seals.proveInclusion(tx, position, size)),
      ProveEntry: ({ entry_id, size }, context) => read(db, context, (tx) => seals.proveEntry(tx, entry_id, size)),
      ProveConsistency: ({ from, to }, context) => read(db, context, (tx) => seals.proveConsistency(tx, from, to)),
    }),
    implement(SealKeysService, {
      ListSealKeys: async () => ({
        keys: (await db.read({}, readKeys)).map(({ id, publicKey, since }) => ({
          id,
          public_key: publicKey.toString('base64'),
          since: since.toISOString(),
        })),
      }),
    }),
    sealedBooksRpc(options, seals),
  ]
}

const read = <Result>(
  db: Database,
  context: Parameters<typeof tenantOf>[0],
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> => {
  const { clientId, businessId } = tenantOf(context)
  return db.snapshot({ clientId, businessId }, work)
}
