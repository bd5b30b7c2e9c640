/** How far reports are behind the books, as a metric and for readiness. */
import { Gauge, type ReadinessCheck, type Registry } from '@pacioli/service'

/** Normal is a second or two. */
const MAX_BEHIND_MS = 60_000

type AppliedThrough = { readonly through: Date | null }

/** Counts from the start of the process until the first instant is known, so that the metric always exists and can alert. */
export function observeReports(metrics: Registry, appliedThrough: AppliedThrough): void {
  const startedAt = Date.now()
  new Gauge({
    name: 'pacioli_reports_age_seconds',
    help: 'Time since the instant through which reports are known to have everything',
    registers: [metrics],
    collect() {
      this.set(Math.max(Date.now() - (appliedThrough.through?.getTime() ?? startedAt), 0) / 1_000)
    },
  })
}

/** Never fails readiness: old reports are still served. */
export function reportsReadiness(through: Date | null, now: Date): ReadinessCheck {
  const name = 'reports'
  if (through !== null && now.getTime() - through.getTime() <= MAX_BEHIND_MS) return { name, ok: true, needed: false }
  const detail =
    through === null
      ? 'it is not known yet how far they are behind the books'
      : `they have everything through ${through.toISOString()} only; see the runbook PacioliReportsBehind`
  return { name, ok: false, needed: false, detail }
}
