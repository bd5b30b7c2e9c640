import { join } from 'node:path'
import { runNode } from '@pacioli/dev-stack'
import { sourceOf, testService, type ServiceProcess } from './service-process.ts'

export interface LedgerProcess extends ServiceProcess {
  /** A client registered there. */
  clientId: string
}

/** A real ledger-svc with a database of its own, for the tests of a service that posts to it. */
export async function testLedger(options: { natsUrl: string }): Promise<LedgerProcess> {
  const register = [join(sourceOf('ledger'), 'clients.ts'), 'create', '--name', 'test', '--json']
  let created = ''
  const service = await testService({
    name: 'ledger',
    env: {
      NATS_URL: options.natsUrl,
      LEDGER_MASTER_KEYS: JSON.stringify([{ id: 'test', key: Buffer.alloc(32, 9).toString('base64') }]),
    },
    meanwhile: async (databaseUrls) => {
      created = await runNode('Creating a client', register, { ...process.env, ...databaseUrls })
    },
  })
  const { client_id: clientId } = JSON.parse(created) as { client_id: string }
  // Its process changes when it is started again.
  return Object.defineProperties({ clientId }, Object.getOwnPropertyDescriptors(service)) as LedgerProcess
}
