import { unpublished } from '@pacioli/history'
import type { Sealed } from '@pacioli/seals'
import { sealedEntryStates } from '../history/sealed-states.store.ts'
import { readChartAccounts } from '../history/states-then.store.ts'
import { ownedRows } from './replay-aggregates.ts'

export const sealedByLedger: Sealed = {
  log: 'LEDGER',
  elsewhere: { entry: sealedEntryStates },
  ownedBy: (tenant) => ownedRows(tenant, unpublished),
  recordedWith: { account: { type: 'chart', read: readChartAccounts } },
}
