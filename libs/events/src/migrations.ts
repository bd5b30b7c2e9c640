/** Migrations of a service that publishes events, and of one that consumes them. Both come after those of libs/db. */
export const outboxMigrations = { name: 'outbox', folder: new URL('../migrations/outbox/', import.meta.url) }
export const inboxMigrations = { name: 'inbox', folder: new URL('../migrations/inbox/', import.meta.url) }
