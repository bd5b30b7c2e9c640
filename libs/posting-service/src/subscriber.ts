/** How a service takes in the events of the others: a durable consumer, whose poison is parked in its own database. */
import type { Database } from '@pacioli/db'
import { parkEvent, type ConsumeOptions } from '@pacioli/events'

type Subscriber = Pick<
  ConsumeOptions,
  'durable' | 'filterSubject' | 'aggregates' | 'concerns' | 'handle' | 'ping' | 'park'
> &
  Required<Pick<ConsumeOptions, 'handleMany'>>

type Subscription<Service> = {
  /** The name of the consumer at the broker. */
  durable: string
  /** The subjects that it is sent; all by default. */
  filterSubject?: string
  /** Whose events it applies. */
  aggregates: readonly string[]
  /** Which of those events it applies; all by default. */
  concerns?: Subscriber['concerns']
  /** Applies events of one business. */
  apply: (service: Service, ...delivered: Parameters<Subscriber['handle']>) => ReturnType<Subscriber['handle']>
  /** Applies those of several in one transaction, as far as they are copies alone. */
  applyMany: (
    service: Service,
    ...delivered: Parameters<Subscriber['handleMany']>
  ) => ReturnType<Subscriber['handleMany']>
}

/** A subscriber to events of these aggregates, for any such service. */
export const subscriberOf =
  <Service extends { db: Database; now: () => Date }>({
    durable,
    filterSubject,
    aggregates,
    concerns,
    apply,
    applyMany,
  }: Subscription<Service>) =>
  (service: Service): Subscriber => ({
    durable,
    filterSubject,
    aggregates,
    ...(concerns ? { concerns } : {}),
    handle: (...delivered) => apply(service, ...delivered),
    handleMany: (...delivered) => applyMany(service, ...delivered),
    ping: () => service.db.ping(),
    park: (poison) =>
      service.db.transact({ businessId: poison.businessId }, (tx) => parkEvent(tx, durable, poison, service.now())),
  })
