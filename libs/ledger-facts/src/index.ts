export { businessNotFound, requireOpen, type KnownBusiness } from './business.ts'
export { findBusiness, loadAllTenants } from './business.store.ts'
export { meetBusiness } from './meet-business.ts'
export { askBusiness } from './seed-business.ts'
export type { FactsService } from './service.ts'
export type { KnownAccount, TagDefinition, TagDimension, TagValue } from './reference.ts'
export { findDefinitions, loadAccounts, loadTagDefinitions } from './reference.store.ts'
export { adopt } from './adopt.store.ts'
export { aggregateOf, FACTS, factsFrom, newest, type Facts } from './facts.ts'
export { takeInFacts } from './take-in-facts.ts'
export { Recent } from './recent.ts'

/** Migrations of a service that keeps facts of the ledger. They come after those of libs/db. */
export const ledgerFactsMigrations = { name: 'ledger-facts', folder: new URL('../migrations/', import.meta.url) }
