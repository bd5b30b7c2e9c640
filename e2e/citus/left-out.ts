/**
 * Integration and end-to-end tests that say nothing on a Citus cluster, by path, and why. What they are about is tested there by
 * libs/db/src/cluster.citus.test.ts and the end-to-end tests, as far as there is anything to it.
 */
const LEFT_OUT: Readonly<Record<string, string>> = {
  'libs/db/src/db.int.test.ts': 'provisioning of a server, and its planner',
  'libs/db/src/flights.int.test.ts': 'how many statements are on the wire to one server; a shard is held by one more',
  'libs/db/src/frozen.int.test.ts': 'a proxy before one server; connections to nodes pass it by',
  'libs/db/src/lost-connections.int.test.ts': 'a proxy before one server; connections to nodes pass it by',
  'libs/db/src/pooled.int.test.ts': 'a pooler before one server; nodes are spoken to directly',
  'libs/db/src/steps.int.test.ts': 'how steps change the tables of a server of earlier versions',
  'libs/testing/src/digest.int.test.ts': 'tables that nobody has distributed',
  'apps/reporting-svc/src/consumers/round-trips.int.test.ts':
    'a proxy before one server; connections to nodes pass it by',
  'apps/ledger-svc/src/journal/entry-counts.int.test.ts':
    'a migration that counts rows of earlier versions, which no cluster has',
  'apps/ledger-svc/src/journal/lost-answers.int.test.ts': 'a proxy before one server; connections to nodes pass it by',
  'apps/ledger-svc/src/journal/round-trips.int.test.ts': 'a proxy before one server; connections to nodes pass it by',
  'apps/ledger-svc/src/businesses/external-ids.int.test.ts': 'what the version before writes, which ran on no cluster',
  'apps/banking-svc/src/migrations/moved-facts.int.test.ts': 'a database of earlier versions, which was no cluster',
  'e2e/functions-of-before.e2e.test.ts': 'functions for services of the version before, which ran on no cluster',
}

/** The paths to leave out of this run. */
export const leftOut = (): string[] => (process.env['CITUS_URL'] ? Object.keys(LEFT_OUT) : [])
