/** A service of its own process: finds entries at once, and never ends to post one. */
import { JournalService } from '@pacioli/protos/ledger'
import { implement, serve, type Handlers } from '../src/index.ts'

const journal = {
  GetEntry: () => Promise.resolve({}),
  PostJournalEntry: () => new Promise(() => undefined),
} as unknown as Handlers<typeof JournalService>
const { port } = await serve({ host: '127.0.0.1', port: 0, services: [implement(JournalService, journal)] })
process.stdout.write(`${port}\n`)
