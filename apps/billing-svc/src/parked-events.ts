/** `npm run billing:parked`: shows the events that could not be applied, and applies them again. */
import { Database } from '@pacioli/db'
import { runParkedCommand } from '@pacioli/events/parked-command'
import { newId } from '@pacioli/service'
import { databaseConfig, relayConfig } from './config.ts'
import { CONSUMER, eventsSubscriber } from './consumers/events.subscriber.ts'

await runParkedCommand({
  name: 'billing:parked',
  service: 'billing-svc',
  consumers: [CONSUMER],
  reads: {
    list: 'BILLING_RELAY_DATABASE_URL',
    retry: 'BILLING_DATABASE_URL and BILLING_RELAY_DATABASE_URL',
  },
  toList: relayConfig,
  toRetry: () => {
    const { databaseUrl, relayDatabaseUrl: relayUrl } = databaseConfig()
    const db = new Database({ url: databaseUrl, applicationName: 'billing:parked', poolSize: 2 })
    return {
      relayUrl,
      db,
      // The relay of the running service looks for new events by itself, too.
      subscribers: [eventsSubscriber({ db, now: () => new Date(), newId, notify: () => undefined })],
      close: () => db.close(),
    }
  },
})
