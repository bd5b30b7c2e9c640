/** The business of events that belong to a client as a whole. */
export { NO_BUSINESS } from '@pacioli/db/no-business'
export {
  domainEvent,
  readEvent,
  referenceOf,
  wholeEvent,
  type CloudEvent,
  type DomainEvent,
  type Reference,
  type StagedEvent,
  type Versioned,
} from './cloud-event.ts'
export { Broker, BrokerUnavailable, type BrokerOptions, type Log } from './connect.ts'
export { consume, type ConsumeOptions, type RunningConsumer } from './consumer.ts'
export { isPassing, NotTogether, reasonOf } from './delivery.ts'
export type { Lag } from './lag.ts'
export { everyHour, inBatches, startHousekeeping, type HousekeepingOptions } from './housekeeping.ts'
export { openKeyValue, type KeyValue, type KeyValueOptions, type StoredValue } from './key-value.ts'
export { record, withPlace } from './recording.ts'
export { OutboxSignal, stageEvents, stageFirstEvents } from './outbox.ts'
export type { Backlog } from './outbox.store.ts'
export { countParked, listParked, parkEvent, type ParkedEvent, type PoisonEvent } from './parked-event.store.ts'
export type { Delivery } from './pending.ts'
export { tellPublished } from './published.ts'
export { retryParked } from './retry-parked.ts'
export { STREAM, type StreamOptions } from './stream.ts'
export { subscribe } from './subscribe.ts'
export { takeInTogether, type Together } from './take-in-together.ts'
export { TakenIn } from './taken-in.ts'
export { WakeUp } from './wake-up.ts'
