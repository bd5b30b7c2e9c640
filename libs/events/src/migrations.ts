import type { MigrationSet } from '@pacioli/db/migrations'

/** Migrations of a service that publishes events, and of one that consumes them. Both come after those of libs/db. */
export const outboxMigrations: MigrationSet = {
  name: 'outbox',
  folder: new URL('../migrations/outbox/', import.meta.url),
  onEachNode: ['outbox', 'relay_state', 'events', 'event_slots', 'event_queue'],
}
export const inboxMigrations: MigrationSet = { name: 'inbox', folder: new URL('../migrations/inbox/', import.meta.url) }
