/** A client with a business, its feed, its webhooks, and a platform that receives them; the clock is the test's. */
import { randomBytes } from 'node:crypto'
import { Vault } from '@pacioli/vault'
import type { StagedEvent } from '@pacioli/events'
import type { CreateWebhookRequest__Output, UpdateWebhookRequest__Output, Webhook } from '@pacioli/protos/reporting'
import type { ClientWrite } from '@pacioli/rpc'
import { createLogger } from '@pacioli/service'
import { EarlyEvents } from '../event-feed/early-events.ts'
import { feedSubscriber } from '../event-feed/feed.subscriber.ts'
import { eventsSubscriber } from '../consumers/events.subscriber.ts'
import {
  delivered,
  eventsOutOptions,
  type reportingDatabase,
  sampleBusiness,
  type sampleOwners,
  staged,
} from '../reporting.test-helpers.ts'
import { createWebhook } from './create-webhook.ts'
import { Deliverer, type DelivererOptions } from './deliverer.ts'
import { listDeliveries } from './list-deliveries.ts'
import { getWebhook } from './read-webhooks.ts'
import { sender } from './send.ts'
import { updateWebhook } from './update-webhook.ts'
import { deliveryStager } from './stage-deliveries.ts'
import type { Webhooks } from './webhooks.ts'

type Database = Awaited<ReturnType<typeof reportingDatabase>>
type Owners = Awaited<ReturnType<typeof sampleOwners>>

export type World = ReturnType<typeof worldOf>

export function worldOf(database: Database, { owners }: Owners) {
  const clientId = crypto.randomUUID()
  const businessId = crypto.randomUUID()
  const time = { now: new Date('2026-11-22T10:00:00Z') }
  const clock = (): Date => time.now
  const newId = (): string => crypto.randomUUID()
  const vault = new Vault(eventsOutOptions.masterKeys)
  const deliverers: Deliverer[] = []
  const wake = (): void => deliverers.forEach((one) => one.wake())
  const webhooks: Webhooks = {
    ...{ db: database.app, vault, ledger: owners.ledger, clock, newId, randomBytes, wake },
    cursorKey: eventsOutOptions.cursorKey,
    allowPrivate: true,
  }
  const feed = feedSubscriber({
    db: database.app,
    early: new EarlyEvents(),
    clock,
    findReceivers: deliveryStager({ newId, wake }),
  })
  const intake = eventsSubscriber(database.app, owners, clock)
  const request = (): ClientWrite => ({
    clientId,
    deadline: new Date(Date.now() + 5_000),
    markReplayed: () => undefined,
  })

  const happen = (events: readonly StagedEvent[], business = businessId) => feed.handle(business, events.map(delivered))

  return {
    ...{ clientId, businessId, webhooks, vault, request, happen },
    /** Advances the clock, and wakes all deliverers. */
    pass: (ms: number): void => {
      time.now = new Date(time.now.getTime() + ms)
      wake()
    },
    now: clock,
    /** Applies the first event of a business of the client. */
    introduce: async (id = businessId): Promise<void> => {
      const event = staged(id, 'business', id, 'created', sampleBusiness(id, clientId))
      await intake.handle(id, [delivered(event)])
      await happen([event], id)
    },
    invoices: (count: number, business = businessId): StagedEvent[] =>
      Array.from({ length: count }, (_, index) =>
        staged(business, 'invoice', crypto.randomUUID(), 'created', { number: index, version: 1 }, 'billing'),
      ),
    create: async (
      input: Partial<CreateWebhookRequest__Output> & { url: string },
    ): Promise<Webhook & { id: string }> => {
      const { data } = await createWebhook(webhooks, clientId, { event_types: [], business_ids: [], ...input })
      return { ...data, id: data?.id ?? '' }
    },
    update: (id: string, input: Partial<UpdateWebhookRequest__Output>) =>
      updateWebhook(webhooks, request(), {
        webhook_id: id,
        event_types: null,
        business_ids: null,
        cleared: [],
        ...input,
      }),
    get: async (id: string) => (await getWebhook(webhooks, clientId, id)).data ?? undefined,
    log: async (id: string, query: object = {}) =>
      (await listDeliveries(webhooks, clientId, { webhook_id: id, page: null, ...query })).data ?? [],
    /** Delivers from now on, without jitter: each wait is the longest of its step. */
    deliver: (more: Partial<DelivererOptions> = {}): Deliverer => {
      const deliverer = new Deliverer({
        ...{ db: database.app, relay: database.relay, vault, clock },
        random: () => 0.999_999_999,
        log: createLogger('test', 'silent'),
        send: sender({ allowPrivate: true }),
        ...more,
      })
      deliverers.push(deliverer)
      return deliverer
    },
    stop: async (): Promise<void> => {
      await Promise.all(deliverers.map((one) => one.stop()))
    },
  }
}
