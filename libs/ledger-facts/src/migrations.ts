/** Migrations of a service that copies facts of the ledger. They come after those of libs/db. */
export const ledgerFactsMigrations = { name: 'ledger-facts', folder: new URL('../migrations/', import.meta.url) }
