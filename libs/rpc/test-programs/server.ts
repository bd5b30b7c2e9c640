/** A service of its own process: finds entries at once, and never ends to list them. */
import { JournalService } from '@pacioli/protos/ledger'
import { implement, serve, type Handlers } from '../src/index.ts'

const journal = {
  GetEntry: () => Promise.resolve({}),
  ListEntries: () => new Promise(() => undefined),
} as unknown as Handlers<typeof JournalService>
const { port } = await serve({ host: '127.0.0.1', port: 0, services: [implement(JournalService, journal)] })
process.stdout.write(`${port}\n`)
