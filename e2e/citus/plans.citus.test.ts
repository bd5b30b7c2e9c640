/**
 * Where the statements of requests go on a cluster: every operation of the interface is called, and the servers tell how each
 * statement was planned, and over how many shards it went.
 */
import type { Stack } from '@pacioli/dev-stack'
import { configureProviders, ownStack, startOAuthServer, startQuickbooksDouble, waitFor } from '@pacioli/testing'
import { onEach } from '@pacioli/testing/citus'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tellAll } from '../reference/recorded.ts'
import type { Elsewhere } from '../reference/story/connecting.ts'
import { Books } from '../src/books.ts'
import { newClient, type TestClient } from '../src/clients.ts'
import { startHookReceiver } from '../src/hook-receiver.ts'
import { plansToldIn, TELL_PLANS, TELL_PLANS_WITHIN, type ToldPlan } from '../src/plans-told.ts'
import { NO_CLUSTER, ProductCluster } from '../src/product-cluster.ts'
import { Work } from '../src/work.ts'

/** What is done again and together, after each operation was called. */
const REQUESTS = 30

/** The coordinator, which sends a statement to where its rows are, or a node, where all rows of a shard are. */
type Place = 'COORDINATOR' | 'SHARD'

/**
 * Statements that Citus plans, by their verb and their table. ONE is a shard, or the node's copy of a table that each node has
 * a copy of. Of those UNTOLD Citus does not say how many shards they reach: the nodes do.
 */
type Known = { at: Place; what: RegExp; sql?: RegExp; shards: 'ONE' | 'SEVERAL' | 'UNTOLD'; why: string }

const KNOWN: readonly Known[] = [
  {
    at: 'COORDINATOR',
    what: /^\w+ (?:clients|client_accounting_configurations|business_external_ids|processor_secrets|webhooks|webhook_secrets)$/,
    shards: 'ONE',
    why: 'belongs to a client as a whole, and lies with it',
  },
  {
    at: 'COORDINATOR',
    what: /^SELECT kept_models$/,
    shards: 'ONE',
    why: 'reporting-svc asks once, when it starts',
  },
  {
    at: 'COORDINATOR',
    what: /^(?:SELECT|INSERT|UPDATE) businesses$/,
    shards: 'ONE',
    why: 'a business is made in one transaction with its external_id, which lies with the client; that is rare',
  },
  {
    at: 'COORDINATOR',
    what: /^INSERT accounts$/,
    shards: 'UNTOLD',
    why: 'the chart of a business that is made: rows of unnest go through the coordinator',
  },
  {
    at: 'COORDINATOR',
    what: /^SELECT businesses$/,
    sql: /^SELECT (?:t\.id, .*|count\(\*\)) FROM businesses (?:t )?WHERE client_id = \$1 (?!.*\bid = )/,
    shards: 'SEVERAL',
    why: 'the businesses of a client are listed, and lie on all nodes',
  },
  {
    at: 'COORDINATOR',
    what: /^(?:SELECT|UPDATE) businesses$/,
    sql: /client_is_locked_v1\(true\)$|^SELECT DISTINCT |^UPDATE businesses b SET closed_through = greatest\(/,
    shards: 'SEVERAL',
    why: 'a client changes its settings, which may close the books of all of its businesses: they are locked and closed together',
  },
  {
    at: 'COORDINATOR',
    what: /^(?:SELECT|UPDATE|INSERT) webhook_(?:deliveries|attempts)$/,
    shards: 'ONE',
    why: 'a client tests its webhook or asks for a delivery again, or one fails, which may end all deliveries of the webhook',
  },
  {
    at: 'COORDINATOR',
    what: /^SELECT webhook_deliveries$/,
    sql: /^SELECT (?:count\(\*\)|t\..*) FROM webhook_deliveries (?:t )?WHERE client_id = \$1 AND webhook_id = \$2(?: AND id = \$3$|(?! AND id = ))/,
    shards: 'SEVERAL',
    why: 'deliveries of a webhook are of all businesses of its client, and who asks for one again does not say of which',
  },
  {
    at: 'COORDINATOR',
    what: /^SELECT webhook_attempts$/,
    shards: 'SEVERAL',
    why: 'those of deliveries on a page, which are of all businesses; attempts of earlier versions do not say of which',
  },
  {
    at: 'COORDINATOR',
    what: /^UPDATE webhook_deliveries$/,
    sql: /^UPDATE webhook_deliveries SET status = 'FAILED'/,
    shards: 'SEVERAL',
    why: 'a webhook that is disabled or deleted ends its deliveries, which are of all businesses',
  },
  {
    at: 'SHARD',
    what: /^SELECT businesses$/,
    sql: /UNION ALL SELECT 'CLIENT', .* FROM client_accounting_configurations s WHERE s\.client_id = \$2$/,
    shards: 'ONE',
    why: 'settings of the client, of which the node has a copy; planning by Citus takes some 0.4 ms',
  },
  {
    at: 'SHARD',
    what: /^SELECT webhooks$/,
    shards: 'ONE',
    why: 'whom events are for, and where a delivery goes: the node has a copy; once for all events taken in together',
  },
  {
    at: 'SHARD',
    what: /^(?:SELECT webhook_secrets|(?:SELECT|INSERT|DELETE) business_external_ids)$/,
    shards: 'ONE',
    why: 'what signs a delivery, and the external_id of a business, lie with the client: after reachOut',
  },
]

/** Such as `SELECT invoices`: of the first table, and not of a shard of it. */
function whatOf(sql: string): string {
  const [, table = ''] = /\b(?:FROM|INTO|UPDATE) (?:public\.)?([a-z]\w*?)(?:_\d{5,})?\b/.exec(sql) ?? []
  return `${sql.split(' ')[0] ?? ''} ${table}`
}

const shardsOf = ({ tasks }: ToldPlan): Known['shards'] =>
  tasks.some((count) => count !== undefined && count > 1) ? 'SEVERAL' : tasks.includes(undefined) ? 'UNTOLD' : 'ONE'

/** A node that asks another one, in place of a service. */
const isOfNode = ({ application }: ToldPlan): boolean => application.startsWith('citus_internal')

type Told = { at: Place; server: string; plan: ToldPlan }

const isOf =
  (told: Told) =>
  ({ at, what, sql, shards }: Known): boolean =>
    at === told.at &&
    shards === shardsOf(told.plan) &&
    what.test(whatOf(told.plan.sql)) &&
    (sql?.test(told.plan.sql) ?? true)

let cluster: ProductCluster
let stack: Stack
let stopElsewhere: (() => Promise<unknown>) | undefined
let client: TestClient
let told: Told[]

describe.skipIf(NO_CLUSTER !== undefined)(
  `statements of requests on a cluster${NO_CLUSTER ? ` (${NO_CLUSTER})` : ''}`,
  () => {
    beforeAll(async () => {
      const [oauthServer, quickbooks] = await Promise.all([startOAuthServer(), startQuickbooksDouble()])
      stopElsewhere = () => Promise.all([oauthServer.stop(), quickbooks.stop()])
      const elsewhere = { oauthServerUrl: oauthServer.url, quickbooksUrl: quickbooks.url }
      cluster = await ProductCluster.start('plans', 2, { settings: TELL_PLANS })
      await onEach(
        cluster.workers.map(({ postgres }) => postgres.adminUrl),
        ...TELL_PLANS_WITHIN,
      )
      const returnUrl = 'https://platform.example/connected'
      stack = await ownStack('plans', {
        postgresAdminUrl: cluster.adminUrl,
        serviceEnv: { 'ledger-svc': await configureProviders({ ...elsewhere, returnUrl }) },
      })
      await callAll(elsewhere)
      told = cluster.servers.flatMap((server) => {
        const at = server === cluster.coordinator ? 'COORDINATOR' : 'SHARD'
        return plansToldIn(server.logFile, isOfService).map((plan): Told => ({ at, server: server.name, plan }))
      })
    }, 1_200_000)
    afterAll(async () => {
      await stack?.stop()
      await cluster?.stop()
      await stopElsewhere?.()
    }, 120_000)

    /** Without Idempotency-Keys and with them: they are looked for by other statements. */
    async function callAll(elsewhere: Elsewhere): Promise<void> {
      client = await newClient(stack, 'plans')
      await tellAll(stack, elsewhere, client)
      const keyed = await newClient(stack, 'plans with keys')
      await tellAll(stack, elsewhere, { ...keyed, api: keyed.api.keyed() })
      await changeExternalId(client)
      await failToDeliver(client)
      const work = await Work.begin(await newClient(stack, 'plans of work'))
      await work.run(REQUESTS, () => Promise.resolve())
    }

    test('every operation of the interface was called', () => {
      const { operations, seen } = client.api.contract
      const answered = new Set([...seen].filter((one) => / 2\d\d$/.test(one)).map((one) => one.split(' ')[0]))
      // Other forms of an operation are the same to a service.
      const own = [...operations.keys()].filter((operationId) => !/By(?:Patch|Post|Delete)$/.test(operationId))
      expect(own.filter((operationId) => !answered.has(operationId))).toEqual([])
    })

    test('each is in one shard, and goes there straight, but for those whose reason is known', () => {
      const planned = told.filter(({ plan }) => plan.tasks.length > 0 && !isOfNode(plan))
      const unknown = planned.filter((one) => !KNOWN.some(isOf(one)))
      const lines = unknown.map(({ server, plan }) => `${server}, ${plan.application}: ${shardsOf(plan)}: ${plan.sql}`)
      expect([...new Set(lines)], 'statements that Citus plans, and that KNOWN has no reason for').toEqual([])
      const inVain = KNOWN.filter((known) => !planned.some((one) => isOf(one)(known)))
      expect(inVain, 'reasons for statements that nobody sends any more').toEqual([])
    })

    test('a function of the coordinator reaches no more shards than that', () => {
      const reached = new Map<string, { plan: ToldPlan; shards: Set<string> }>()
      for (const { plan } of told.filter((one) => isOfNode(one.plan) && saysAll(one.plan.sql)))
        for (const [, table = '', shard = ''] of plan.sql.matchAll(/\bpublic\.(\w+?)_(\d{5,})\b/g)) {
          const key = [plan.application, plan.database, table, withoutShards(plan.sql)].join('\n')
          const { shards } = reached.get(key) ?? { shards: new Set<string>() }
          reached.set(key, { plan, shards: shards.add(shard) })
        }
      expect(reached.size, 'statements that a node has sent to another').toBeGreaterThan(0)
      const several = KNOWN.filter(({ shards }) => shards === 'SEVERAL')
      const unknown = [...reached.values()].filter(
        ({ plan, shards }) => shards.size > 1 && !several.some(({ what }) => what.test(whatOf(plan.sql))),
      )
      const lines = unknown.map(
        ({ plan, shards }) => `${shards.size} shards of ${plan.database}: ${withoutShards(plan.sql)}`,
      )
      expect(lines, 'statements in functions that went to several shards').toEqual([])
    })
  },
)

const withoutShards = (sql: string): string => sql.replaceAll(/\b(public\.\w+?)_\d{5,}\b/g, '$1')

/** A statement of which another shard gets the same: not one whose values come beside it, nor one that says how it would be run. */
const saysAll = (sql: string): boolean => !/\$\d/.test(sql) && !sql.startsWith('EXPLAIN')

/** The roles of services, and of nodes in their place, but for those of what services do of their own accord. */
const isOfService = ({ role, application }: Pick<ToldPlan, 'role' | 'application'>): boolean =>
  role.endsWith('_app') && application !== 'ledger clients'

async function changeExternalId({ api, business }: TestClient): Promise<void> {
  const { id } = await business({ external_id: 'before' })
  await api.of(id).call('updateBusiness', { body: { external_id: 'afterwards' } })
}

/** A delivery that fails, and then does not. */
async function failToDeliver({ api, business }: TestClient): Promise<void> {
  const receiver = await startHookReceiver(api.contract)
  try {
    receiver.answering.status = 500
    const { data: webhook } = (await api.call('createWebhook', { body: { url: receiver.url } })).body
    const path = { webhookId: webhook.id }
    const tried = async (status: string, attempts: number) =>
      waitFor(`a delivery that is ${status} after ${attempts} attempts`, async () => {
        const { body } = await api.call('listWebhookDeliveries', { path, query: { status } })
        return body.data.find((one) => one.attempts.length === attempts)
      })
    const books = new Books(api, await business())
    await books.api.call('updateBusiness', { body: { industry: 'Told of' } })
    const { id: deliveryId } = await tried('PENDING', 1)
    receiver.answering.status = 204
    await api.call('retryWebhookDelivery', { path: { ...path, deliveryId } })
    await tried('DELIVERED', 2)
    await api.call('deleteWebhook', { path })
  } finally {
    await receiver.close()
  }
}
