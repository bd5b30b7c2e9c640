/** `npm run banking:parked`: shows parked events, and applies them again. */
import { Database } from '@pacioli/db'
import { runParkedCommand } from '@pacioli/events/parked-command'
import { connectLedger } from '@pacioli/posting-service/ledger-clients'
import { PostingSession } from '@pacioli/postings'
import { newId } from '@pacioli/service'
import { connectBilling } from './billing-clients.ts'
import { commandConfig, relayConfig } from './config.ts'
import { CONSUMER, eventsSubscriber } from './consumers/events.subscriber.ts'

await runParkedCommand({
  name: 'banking:parked',
  service: 'banking-svc',
  consumers: [CONSUMER],
  reads: {
    list: 'BANKING_RELAY_DATABASE_URL',
    retry: 'BANKING_DATABASE_URL, BANKING_RELAY_DATABASE_URL, LEDGER_GRPC_URL and BILLING_GRPC_URL',
  },
  toList: relayConfig,
  toRetry: () => {
    const { databaseUrl, relayDatabaseUrl: relayUrl, ledgerTarget, peerTarget } = commandConfig()
    const db = new Database({ url: databaseUrl, applicationName: 'banking:parked', poolSize: 2 })
    const { ledger, close: closeLedger } = connectLedger(ledgerTarget)
    const { billing, close: closeBilling } = connectBilling(peerTarget)
    const now = (): Date => new Date()
    const postingSession = new PostingSession({
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
      subscribers: [eventsSubscriber({ db, now, newId, postingSession, ledger, billing, notify: () => undefined })],
      close: async () => {
        closeLedger()
        closeBilling()
        await db.close()
      },
    }
  },
})
