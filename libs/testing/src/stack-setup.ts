import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { DATABASE_NAMES, startStack, type ServiceName, type Stack } from '@pacioli/dev-stack'
import type { TestProject } from 'vitest/node'
import { citusServers, createInCluster } from './citus.ts'
import { dropDatabase } from './drop-database.ts'
import { configureProviders, startOAuthServer } from './oauth-provider.ts'
import { startQuickbooksDouble } from './quickbooks-double.ts'
import { shareStack } from './share-stack.ts'

/**
 * Vitest's global set-up of the end-to-end tests: the whole product, started as `npm start` does, once for all files.
 * It comes after global-setup.ts, whose cleaner also ends this stack if the run is killed.
 */
export default (project: TestProject): Promise<() => Promise<void>> => shareStack(project, startSharedStack)

/** On a cluster that is there: empty databases of all services, in place of those of an earlier run. */
async function databasesInCluster(): Promise<{ postgresAdminUrl?: string }> {
  const cluster = await citusServers()
  if (!cluster) return {}
  for (const database of DATABASE_NAMES) {
    await dropDatabase([cluster.coordinator, ...cluster.nodes], database)
    await createInCluster(cluster, database)
  }
  return { postgresAdminUrl: cluster.coordinator }
}

async function startSharedStack(runDir: string): ReturnType<Parameters<typeof shareStack>[1]> {
  const stateDir = mkdtempSync(join(runDir, 'stack-'))
  const [oauthServer, quickbooks] = await Promise.all([startOAuthServer(), startQuickbooksDouble()])
  const providers = {
    oauthServerUrl: oauthServer.url,
    quickbooksUrl: quickbooks.url,
    returnUrl: 'https://platform.example/connected?from=books',
  }
  const stopProviders = () => Promise.all([oauthServer.stop(), quickbooks.stop()])
  const stack = await startStack({
    stateDir,
    ...(await databasesInCluster()),
    durable: false,
    // Hundreds of requests of one client in a second are what a test run looks like. Logs are searched for secrets at
    // its end, so they should hold all that they can: that is one line more for each request, a hundredth of a
    // millisecond beside the several that the request takes, and costs the whole run less than a second. On a machine that
    // is busy with tests an audit takes many times as long as else, and rests in proportion.
    env: {
      GATEWAY_RATE_LIMIT_PER_SECOND: '100000',
      GATEWAY_RATE_LIMIT_BURST: '100000',
      GATEWAY_BULK_RATE_LIMIT_PER_SECOND: '0',
      LOG_LEVEL: 'trace',
      AUDIT_PERCENT: '10',
    },
    serviceEnv: { 'ledger-svc': await configureProviders(providers) },
  }).catch(async (error: unknown) => {
    await stopProviders()
    throw error
  })
  const { dev, postgresAdminUrl, natsUrl, services } = stack
  const shared = {
    stateDir,
    dev,
    postgresAdminUrl,
    natsUrl,
    ledgerGrpc: services['ledger-svc'].address,
    bankingGrpc: services['banking-svc'].address,
    billingGrpc: services['billing-svc'].address,
    reportingGrpc: services['reporting-svc'].address,
    opsUrls: opsUrlsOf(services),
    providers,
  }
  const stop = async (): Promise<void> => {
    await stack.stop()
    await stopProviders()
  }
  return { shared, stop }
}

const opsUrlsOf = (services: Stack['services']): Record<ServiceName, string> =>
  Object.fromEntries(
    Object.entries(services).map(([name, { ports }]) => [name, `http://127.0.0.1:${ports.ops}`]),
  ) as Record<ServiceName, string>
