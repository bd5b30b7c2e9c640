import { randomBytes, randomUUID } from 'node:crypto'
import type { Nats } from '@pacioli/dev-stack'
import { testService, type ServiceProcess } from './service-process.ts'
import { testNats } from './test-nats.ts'

export interface LedgerProcess extends Pick<ServiceProcess, 'target' | 'adminUrl'> {
  /** A client of the file's own: between services the caller's word is taken for it. */
  clientId: string
  /** Where it announces what happens, and what earlier files of the worker did there. */
  natsUrl: string
  /** At the end of a file, for the worker's next one. */
  release: () => Promise<void>
}

type StandingLedger = { service: ServiceProcess; nats: Nats }

/**
 * The ledger that no file has right now. Vitest runs the files of a worker one after the other in one process, so what
 * one gives back hangs there for the next one. It ends with the worker, and its NATS server with the run.
 */
const worker = globalThis as { pacioliLedger?: StandingLedger }

/**
 * A real ledger-svc with a database and a NATS server of its own, for the tests of a service that posts to it. Starting
 * one takes longer than most files, so files hand it on: each has its own client, and nobody else is served meanwhile.
 * So it is never stopped: who wants to see the ledger gone asks where nobody listens, or loses its answers.
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
