/** Migrations of a service that posts. They come after those of libs/db. */
export const postingMigrations = { name: 'postings', folder: new URL('../migrations/', import.meta.url) }
