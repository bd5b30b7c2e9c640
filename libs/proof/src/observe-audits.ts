/** What operators watch of audits. */
import type { Database } from '@pacioli/db'
import { Gauge, type Registry } from '@pacioli/service'
import type { Audited } from './audit.ts'
import type { Auditor } from './auditor.ts'
import { readFigures, readInvariants, type Figures } from './proof.store.ts'

type Observed = Pick<Audited, 'named'> & {
  auditor: Auditor
  /** As the role of the service, and as that of the relay. */
  db: Database
  relayDb: Database
  clock: () => Date
}

type Seen = { open: ReadonlyMap<string, number>; oldest: Figures['oldest'] }

/**
 * Every invariant has a figure, also where nothing violates it: an alert on what is absent would never fire. They are read once
 * per scrape, and absent while that fails.
 */
export function observeAudits(metrics: Registry, { auditor, db, relayDb, named, clock }: Observed): void {
  let running: Promise<Seen | undefined> | undefined
  const look = async (): Promise<Seen> => {
    const [{ open, oldest }, inDatabase] = await Promise.all([readFigures(relayDb), readInvariants(db)])
    const known = [...inDatabase, ...named.OWN, ...named.ACROSS]
    return { open: new Map([...known.map((name) => [name, 0] as const), ...open]), oldest }
  }
  const seen = (): Promise<Seen | undefined> =>
    (running ??= look()
      .catch(() => undefined)
      .finally(() => (running = undefined)))
  new Gauge({
    name: 'pacioli_invariant_violations',
    help: 'Businesses of which an invariant was found not to hold',
    labelNames: ['invariant'],
    registers: [metrics],
    async collect() {
      const found = await seen()
      this.reset()
      for (const [invariant, count] of found?.open ?? []) this.set({ invariant }, count)
    },
  })
  new Gauge({
    name: 'pacioli_invariant_age_seconds',
    help: 'How long the books that were audited longest ago are so',
    labelNames: ['scope'],
    registers: [metrics],
    async collect() {
      const found = await seen()
      this.reset()
      for (const [scope, at] of found?.oldest ?? [])
        this.set({ scope: scope.toLowerCase() }, Math.max(0, (clock().getTime() - at.getTime()) / 1_000))
    },
  })
  new Gauge({
    name: 'pacioli_audit_waiting_seconds',
    help: 'How long books that have changed wait to be audited',
    registers: [metrics],
    collect() {
      this.set(auditor.waitingMs() / 1_000)
    },
  })
}
