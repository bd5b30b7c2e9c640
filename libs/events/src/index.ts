export {
  domainEvent,
  NO_BUSINESS,
  readEvent,
  referenceOf,
  type CloudEvent,
  type DomainEvent,
  type Reference,
  type StagedEvent,
  type Versioned,
} from './cloud-event.ts'
export { Broker, BrokerUnavailable, type BrokerOptions, type Log } from './connect.ts'
export { consume, type ConsumeOptions, type RunningConsumer } from './consumer.ts'
export { isPassing, parkEvent, type Delivery, type PoisonEvent } from './delivery.ts'
export { startHousekeeping, type HousekeepingOptions } from './housekeeping.ts'
export { openKeyValue, type KeyValue, type KeyValueOptions, type StoredValue } from './key-value.ts'
export { inboxMigrations, outboxMigrations, OutboxSignal, stageEvents } from './outbox.ts'
export type { Backlog } from './outbox.store.ts'
export { OutboxRelay, type RelayOptions } from './relay.ts'
export { STREAM, type StreamOptions } from './stream.ts'
export { subscribe } from './subscribe.ts'
