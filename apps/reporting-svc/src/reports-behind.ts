/** How far reports are behind the books, for those who look after them. */
import { Gauge, type ReadinessCheck, type Registry } from '@pacioli/service'

/** Usually they are a second or two. */
const MAX_BEHIND_MS = 60_000

type TakenIn = { readonly through: Date | null }

/** Counted from the start of the process while nothing is known: it is absent never, and alerts whatever the reason. */
export function observeReports(metrics: Registry, takenIn: TakenIn): void {
  const startedAt = Date.now()
  new Gauge({
    name: 'pacioli_reports_age_seconds',
    help: 'Time since the instant through which reports are known to have everything',
    registers: [metrics],
    collect() {
      this.set(Math.max(Date.now() - (takenIn.through?.getTime() ?? startedAt), 0) / 1_000)
    },
  })
}

/** Old reports are served all the same, so no request is kept away for them. */
export function reportsReadiness(through: Date | null, now: Date): ReadinessCheck {
  const name = 'reports'
  if (through !== null && now.getTime() - through.getTime() <= MAX_BEHIND_MS) return { name, ok: true, needed: false }
  const detail =
    through === null
      ? 'it is not known yet how far they are behind the books'
      : `they have everything through ${through.toISOString()} only; see the runbook PacioliReportsBehind`
  return { name, ok: false, needed: false, detail }
}
