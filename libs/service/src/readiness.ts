/** A dependency of a service. */
export interface ReadinessCheck {
  name: string
  ok: boolean
  /** false: without it only a part of the requests is refused. */
  needed?: boolean
  /** Why not, or not without reserve; shown to operators, so no secrets. */
  detail?: string
}

export interface ReadinessReport {
  ready: boolean
  checks: ReadinessCheck[]
}

/** A hanging probe must fail before the orchestrator's own time limit (1 s by default). */
const CHECK_TIMEOUT_MS = 900

/** A check that is ok if the probe resolves; if to a text, that is its detail. */
export async function probe(name: string, ask: () => Promise<unknown>): Promise<ReadinessCheck> {
  try {
    const said = await ask()
    return { name, ok: true, ...(typeof said === 'string' ? { detail: said } : {}) }
  } catch (error) {
    return { name, ok: false, detail: error instanceof Error ? error.message : String(error) }
  }
}

/** Runs the checks; one that throws or takes longer than 0.9 s counts as not ready. */
export async function checkReadiness(
  ready: () => Promise<ReadinessCheck[]>,
  timeoutMs = CHECK_TIMEOUT_MS,
): Promise<ReadinessReport> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<ReadinessCheck[]>((resolve) => {
    const check = { name: 'readiness', ok: false, detail: `no answer within ${timeoutMs} ms` }
    timer = setTimeout(() => resolve([check]), timeoutMs)
  })
  const asked: Promise<ReadinessCheck[]> = ready().catch((error: unknown) => [
    { name: 'readiness', ok: false, detail: error instanceof Error ? error.message : String(error) },
  ])
  const checks = await Promise.race([asked, late])
  clearTimeout(timer)
  return { ready: checks.every(({ ok, needed = true }) => ok || !needed), checks }
}
