import { DomainError } from '@pacioli/errors'
import type { ReadinessCheck } from '@pacioli/service'
import { randomUUID } from 'node:crypto'
import type { Services } from './services.ts'
import { sharedResult } from './shared-result.ts'

/** A client that does not exist: looking it up is cheap. */
const UNKNOWN_CLIENT = randomUUID()
const context = { requestId: 'readiness' }
const timeoutMs = 700

/** How long a result is reused, in milliseconds. */
const RESULT_TTL_MS = 1_000

/** A service that refuses the probe is up; one that cannot be reached is not. */
async function answers(name: string, probe: () => Promise<unknown>): Promise<ReadinessCheck> {
  try {
    await probe()
  } catch (error) {
    const isRefusal =
      error instanceof DomainError && !['ServiceUnavailable', 'DeadlineExceeded'].includes(error.errorEnum)
    if (!isRefusal) return { name, ok: false, detail: `${name} does not answer` }
  }
  return { name, ok: true }
}

const optionallyAnswers: typeof answers = async (name, probe) => ({ ...(await answers(name, probe)), needed: false })

/**
 * Nothing works without the ledger. Without another service a part of the requests is refused and the others are
 * served: if that made gateways unready, the loss of one service would be the loss of all. NATS is not checked: without
 * it the limits count per gateway, and everything else works.
 */
export const readinessOf = ({
  clients,
  bankAccounts,
  vendors,
  notifications,
}: Services): (() => Promise<ReadinessCheck[]>) =>
  sharedResult(
    () =>
      Promise.all([
        answers('ledger', () => clients.GetClient({ client_id: UNKNOWN_CLIENT }, { context, timeoutMs })),
        optionallyAnswers('banking', () => bankAccounts.ListBankAccounts({}, { context, timeoutMs })),
        optionallyAnswers('billing', () => vendors.ListVendors({}, { context, timeoutMs })),
        optionallyAnswers('reporting', () => notifications.GetBusinessNotifications({}, { context, timeoutMs })),
      ]),
    RESULT_TTL_MS,
  )
