/** A check of one business, with what it finds given as JSON. */
import { runCheckCommand, type Finding } from '../src/check-command.ts'

const { DATABASE_URL: url = '', FINDINGS: findings = '[]' } = process.env
await runCheckCommand({
  name: 'sample:check',
  description: 'Checks nothing.',
  loadPage: async () => [{ clientId: 'c', businessId: 'b', name: 'Test & Co' }],
  open: () => ({
    databaseUrl: url,
    relayUrl: url,
    check: async () => JSON.parse(findings) as Finding[],
  }),
})
