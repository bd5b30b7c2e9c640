/** `npm run banking:parked`: shows the events that could not be taken in, and takes them in again. */
import { Database } from '@pacioli/db'
import { runParkedCommand } from '@pacioli/events/parked-command'
import { PostingDesk } from '@pacioli/postings'
import { newId } from '@pacioli/service'
import { commandConfig, relayConfig } from './config.ts'
import { CONSUMER, ledgerSubscriber } from './intake/ledger.subscriber.ts'
import { connectLedger } from './ledger-clients.ts'

await runParkedCommand({
  name: 'banking:parked',
  service: 'banking-svc',
  consumer: CONSUMER,
  reads: {
    list: 'BANKING_RELAY_DATABASE_URL',
    retry: 'BANKING_DATABASE_URL, BANKING_RELAY_DATABASE_URL and LEDGER_GRPC_URL',
  },
  toList: relayConfig,
  toRetry: () => {
    const { databaseUrl, relayDatabaseUrl: relayUrl, ledgerTarget } = commandConfig()
    const db = new Database({ url: databaseUrl, applicationName: 'banking:parked', poolSize: 2 })
    const { ledger, close } = connectLedger(ledgerTarget)
    const now = (): Date => new Date()
    const desk = new PostingDesk({
      db,
      ledger: ledger.postings,
      now,
      newId,
      onRefused: ({ postingKey, error }) => console.error(`The ledger refused the posting ${postingKey}:`, error),
    })
    return {
      relayUrl,
      db,
      // The relay of the running service looks for new events by itself, too.
      subscriber: ledgerSubscriber({ db, now, newId, desk, ledger, notify: () => undefined }),
      close: async () => {
        close()
        await db.close()
      },
    }
  },
})
