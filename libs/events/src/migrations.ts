import type { MigrationSet } from '@pacioli/db/migrations'

/** Migrations of a service that publishes events, and of one that consumes them. Both come after those of libs/db. */
export const outboxMigrations: MigrationSet = {
  name: 'outbox',
  folder: new URL('../migrations/outbox/', import.meta.url),
  onEachNode: ['outbox', 'relay_state', 'events', 'event_slots', 'event_queue'],
}
/** The history that relays write before they publish; after the outbox and the intake. */
export const recordMigrations: MigrationSet = {
  name: 'records',
  folder: new URL('../migrations/records/', import.meta.url),
  everywhere: ['records_since'],
}
export const inboxMigrations: MigrationSet = { name: 'inbox', folder: new URL('../migrations/inbox/', import.meta.url) }
