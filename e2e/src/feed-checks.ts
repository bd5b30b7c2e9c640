/** The feed of a business beside what its services have written. */
import { databaseUrl, waitFor, withClient } from '@pacioli/testing'
import { nodesIn } from '@pacioli/testing/citus'
import { expect } from 'vitest'
import type { Books } from './books.ts'
import { CATCH_UP_MS } from './fault-checks.ts'

type Version = { aggregate_type: string; aggregate_id: string; version: number }
type Told = Omit<Version, 'version'> & { id: string; position: number; aggregate_version: number }

/** The services that write events, by their databases. */
const OWNERS = ['ledger', 'banking', 'billing', 'reporting'] as const
/** Those that take in events. */
export const CONSUMERS = ['banking', 'billing', 'reporting'] as const

const nameOf = ({ aggregate_type, aggregate_id, version }: Version): string =>
  `${aggregate_type} ${aggregate_id} ${version}`

/** The rows of a statement in several databases, on each node of a cluster; as somebody with the power over all of them. */
export async function rowsOfAll<Row extends object>(
  postgresAdminUrl: string,
  statement: string,
  values: unknown[] = [],
  databases: readonly string[] = OWNERS,
): Promise<Row[]> {
  const rows = databases.map(async (database) => {
    const nodes = await nodesIn(databaseUrl(postgresAdminUrl, { database }))
    return Promise.all(
      nodes.map((url) => withClient(url, async (client) => (await client.query<Row>(statement, values)).rows)),
    )
  })
  return (await Promise.all(rows)).flat(2)
}

/** Seals are made behind the writes, at any time: those are not counted. */
const isCounted = ({ aggregate_type }: Pick<Version, 'aggregate_type'>): boolean => aggregate_type !== 'seal'

const WRITTEN = 'SELECT aggregate_type, aggregate_id, version::int AS version FROM events WHERE business_id = $1'

async function feedOf({ api }: Books): Promise<Told[]> {
  const told: Told[] = []
  for (let after: string | undefined; ;) {
    const { body } = await api.call('listEvents', { query: { limit: 500, ...(after === undefined ? {} : { after }) } })
    told.push(...body.data)
    if (!body.meta.pagination.has_more) return told
    after = body.meta.pagination.cursor ?? undefined
  }
}

/** An event that was written on a node which has left its cluster. */
export type GoneVersion = Version & { business_id: string }

/** All that a server has of events, in all databases. */
export async function versionsOn(adminUrl: string): Promise<GoneVersion[]> {
  const versions = 'SELECT business_id, aggregate_type, aggregate_id, version::int AS version FROM events'
  // Not of the nodes that it knows: one that has left still does.
  const rows = OWNERS.map((database) =>
    withClient(databaseUrl(adminUrl, { database }), async (client) => (await client.query<GoneVersion>(versions)).rows),
  )
  return (await Promise.all(rows)).flat()
}

/**
 * Waits until the feed has everything that the services have written of a business, and expects it there once: without
 * a gap or a repeat in its positions, and each aggregate in the order of its versions.
 * @param gone what nodes had that are not there any more
 */
export async function expectToldOnce(
  postgresAdminUrl: string,
  books: Books,
  gone: readonly GoneVersion[] = [],
): Promise<void> {
  const kept = await rowsOfAll<Version>(postgresAdminUrl, WRITTEN, [books.id])
  const written = [...kept, ...gone.filter(({ business_id }) => business_id === books.id)].filter(isCounted).map(nameOf)
  let told: Told[] = []
  const isWhole = async (): Promise<boolean> => (told = await feedOf(books)).filter(isCounted).length >= written.length
  await waitFor('the feed to catch up', isWhole, { timeoutMs: CATCH_UP_MS, everyMs: 100 }).catch(() => undefined)
  const versions = told.map(({ aggregate_version: version, ...aggregate }) => ({ ...aggregate, version }))
  expect(versions.filter(isCounted).map(nameOf).toSorted()).toEqual(written.toSorted())
  expect(told.map(({ position }) => position)).toEqual(told.map((_, index) => index + 1))
  for (const own of Map.groupBy(versions, (one) => nameOf({ ...one, version: 0 })).values())
    expect(own.map(({ version }) => version)).toEqual(own.map((_, index) => index + 1))
}
