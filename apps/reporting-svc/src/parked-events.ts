/** `npm run reporting:parked`: lists the events that could not be applied, and retries them. */
import { Database } from '@pacioli/db'
import { runParkedCommand } from '@pacioli/events/parked-command'
import { newId } from '@pacioli/service'
import { listParkedConfig, ownerTargetsOf, retryParkedConfig } from './config.ts'
import { subscribersOf } from './consumers/start-consumers.ts'
import { EarlyEvents } from './event-feed/early-events.ts'
import { FEED_CONSUMER, feedSubscriber } from './event-feed/feed.subscriber.ts'
import { consumersOf, MODELS } from './read-models/models.ts'
import { servedBy } from './read-models/served.ts'
import { deliveryStager } from './webhooks/stage-deliveries.ts'
import { connectOwners } from './owners/owners.ts'

const now = (): Date => new Date()

await runParkedCommand({
  name: 'reporting:parked',
  service: 'reporting-svc',
  consumers: [...consumersOf(MODELS), FEED_CONSUMER],
  reads: {
    list: 'REPORTING_RELAY_DATABASE_URL',
    retry:
      'REPORTING_DATABASE_URL, REPORTING_RELAY_DATABASE_URL, LEDGER_GRPC_URL, BANKING_GRPC_URL and BILLING_GRPC_URL',
  },
  toList: () => ({ relayUrl: listParkedConfig().REPORTING_RELAY_DATABASE_URL }),
  toRetry: () => {
    const config = retryParkedConfig()
    const db = new Database({ url: config.REPORTING_DATABASE_URL, applicationName: 'reporting:parked', poolSize: 1 })
    const owners = connectOwners({
      ...ownerTargetsOf(config),
    })
    return {
      relayUrl: config.REPORTING_RELAY_DATABASE_URL,
      db,
      subscribers: [
        ...subscribersOf({ connect: () => db, owners, clock: now, models: MODELS }),
        // Earlier versions have arrived by now.
        feedSubscriber({
          db: servedBy(db),
          early: new EarlyEvents(0),
          clock: now,
          findReceivers: deliveryStager({ newId, wake: () => undefined }),
        }),
      ],
      close: async () => {
        owners.close()
        await db.close()
      },
    }
  },
})
