/**
 * What nobody may find afterwards. Whatever a test hands in or a double of a provider issues as a secret is noted with
 * `knownSecret`; at the end of the run logs, databases, broker and every answer are searched for it (see
 * no-secrets.afterwards.test.ts).
 */
export { knownSecret, searchStack } from '@pacioli/testing'
