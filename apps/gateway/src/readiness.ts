import { DomainError } from '@pacioli/errors'
import type { ReadinessCheck } from '@pacioli/service'
import type { Services } from './services.ts'

const NOBODY = '00000000-0000-0000-0000-000000000000'
const context = { requestId: 'readiness' }
const timeoutMs = 700

/** A service that refuses a question answers; one that cannot be reached does not. */
async function answers(name: string, ask: () => Promise<unknown>): Promise<ReadinessCheck> {
  try {
    await ask()
  } catch (error) {
    const isRefusal =
      error instanceof DomainError && !['ServiceUnavailable', 'DeadlineExceeded'].includes(error.errorEnum)
    if (!isRefusal) return { name, ok: false, detail: `${name} does not answer` }
  }
  return { name, ok: true }
}

/** NATS is not among them: without it the limits count per gateway, and everything else goes on. */
export const readinessOf =
  ({ clients, reports }: Services) =>
  (): Promise<ReadinessCheck[]> =>
    Promise.all([
      answers('ledger', () => clients.GetClient({ client_id: NOBODY }, { context, timeoutMs })),
      answers('reporting', () => reports.GetTrialBalance({}, { context, timeoutMs })),
    ])
