import { DomainError } from '@pacioli/errors'
import type { ReadinessCheck } from '@pacioli/service'
import { randomUUID } from 'node:crypto'
import type { Services } from './services.ts'
import { sharedResult } from './shared-result.ts'

/** A client that does not exist: looking for it is as cheap a question as any. */
const NOBODY = randomUUID()
const context = { requestId: 'readiness' }
const timeoutMs = 700

/** How long what was found out is told again without asking, in milliseconds. */
const RESULT_TTL_MS = 1_000

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

const optionallyAnswers: typeof answers = async (name, ask) => ({ ...(await answers(name, ask)), needed: false })

/**
 * Nothing goes without the ledger. Without another one a part of the requests is refused, and all others are served: if
 * that made gateways unready, the loss of one service would be the loss of all. NATS is not among them at all: without it
 * the limits count per gateway, and everything else goes on.
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
        answers('ledger', () => clients.GetClient({ client_id: NOBODY }, { context, timeoutMs })),
        optionallyAnswers('banking', () => bankAccounts.ListBankAccounts({}, { context, timeoutMs })),
        optionallyAnswers('billing', () => vendors.ListVendors({}, { context, timeoutMs })),
        optionallyAnswers('reporting', () => notifications.GetBusinessNotifications({}, { context, timeoutMs })),
      ]),
    RESULT_TTL_MS,
  )
