import { bankTransactions } from './bank-transactions/bank-transactions.bench.ts'
import { asRecorded } from './as-recorded/as-recorded.bench.ts'
import type { Bench } from './bench.ts'
import { capacity } from './capacity/capacity.bench.ts'
import { cluster } from './cluster/cluster.bench.ts'
import { documents } from './documents/documents.bench.ts'
import { events } from './events/events.bench.ts'
import { invoices } from './invoices/invoices.bench.ts'
import { journal } from './journal/journal.bench.ts'
import { neighbour } from './neighbour/neighbour.bench.ts'
import { platform } from './platform/platform.bench.ts'
import { reporting } from './reporting/reporting.bench.ts'

/** Every benchmark there is, in the order in which they run. */
export const benches: readonly Bench[] = [
  platform,
  journal,
  bankTransactions,
  invoices,
  documents,
  reporting,
  asRecorded,
  events,
  neighbour,
  cluster,
  capacity,
]
