import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { startStack } from '@pacioli/dev-stack'
import type { TestProject } from 'vitest/node'
import './shared.ts'

/**
 * Vitest's global set-up of the end-to-end tests: the whole product, started as `npm start` does, once for all files.
 * It comes after global-setup.ts, whose cleaner also ends this stack if the run is killed.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { runDir } = project.getProvidedContext().pacioliServers
  const stack = await startStack({
    stateDir: mkdtempSync(join(runDir, 'stack-')),
    durable: false,
    // Hundreds of requests of one client in a second are what a test run looks like.
    env: { GATEWAY_RATE_LIMIT_PER_SECOND: '100000', GATEWAY_RATE_LIMIT_BURST: '100000', LOG_LEVEL: 'warn' },
  })
  const { stateDir, dev, postgresAdminUrl, natsUrl, services } = stack
  project.provide('pacioliStack', {
    stateDir,
    dev,
    postgresAdminUrl,
    natsUrl,
    ledgerGrpc: services['ledger-svc'].address,
    reportingGrpc: services['reporting-svc'].address,
  })
  return stack.stop
}
