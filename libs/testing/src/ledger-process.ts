import { randomBytes, randomUUID } from 'node:crypto'
import type { Nats } from '@pacioli/dev-stack'
import { testService, type ServiceProcess } from './service-process.ts'
import { testNats } from './test-nats.ts'

export interface LedgerProcess extends Pick<ServiceProcess, 'target' | 'adminUrl'> {
  /** The file's own client: services trust each other's client ids. */
  clientId: string
  /** Its event stream, with events of earlier files of the worker. */
  natsUrl: string
  /** Hands it on to the worker's next file. */
  release: () => Promise<void>
}

type StandingLedger = { service: ServiceProcess; nats: Nats }

/**
 * The ledger that no file uses right now. Vitest runs a worker's files one after the other in one process, so a
 * returned one waits here for the next. It ends with the worker, and its NATS server with the run.
 */
const worker = globalThis as { pacioliLedger?: StandingLedger }

/**
 * A real ledger-svc with its own database and NATS server, for tests of a service that posts to it. Starting one takes
 * longer than most files, so files hand it on: each has its own client and uses it alone. So it is never stopped: to
 * test an absent ledger, call an address where nothing listens, or lose its answers.
 */
export async function testLedger(): Promise<LedgerProcess> {
  const standing = worker.pacioliLedger ?? (await startLedger())
  delete worker.pacioliLedger
  const { service, nats } = standing
  return {
    clientId: randomUUID(),
    natsUrl: nats.url,
    target: service.target,
    adminUrl: service.adminUrl,
    release: async () => {
      if (service.isRunning && !worker.pacioliLedger) {
        worker.pacioliLedger = standing
        return
      }
      await service.stop()
      await nats.stop()
    },
  }
}

async function startLedger(): Promise<StandingLedger> {
  const nats = await testNats()
  const service = await testService({
    name: 'ledger',
    env: {
      NATS_URL: nats.url,
      LEDGER_MASTER_KEYS: JSON.stringify([{ id: 'test', key: randomBytes(32).toString('base64') }]),
    },
  })
  return { service, nats }
}
