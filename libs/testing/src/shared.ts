import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import type { DevInfo, ServiceName } from '@pacioli/dev-stack'
import { inject } from 'vitest'
import type { SharedProviders } from './oauth-provider.ts'

/** What the run's global set-up started, as plain data for the test workers. */
export interface SharedServers {
  /** Contains everything the run writes; removed at its end. */
  runDir: string
  /** The superuser's URL of the run's PostgreSQL, maintenance database. */
  postgresAdminUrl: string
  /** Of the other nodes, where that PostgreSQL is the coordinator of a Citus cluster: it is there before the run. */
  nodes: readonly string[]
  /** The run's NATS server with JetStream. Streams made here are seen by every file: see testNats. */
  natsUrl: string
}

/** The stack that all end-to-end tests share, as plain data for the test workers. */
export interface SharedStack {
  stateDir: string
  /** Its address, demo client and business. */
  dev: DevInfo
  postgresAdminUrl: string
  natsUrl: string
  /** host:port */
  ledgerGrpc: string
  /** host:port */
  bankingGrpc: string
  /** host:port */
  billingGrpc: string
  /** host:port */
  reportingGrpc: string
  /** Where each service tells operators how it is: http://host:port */
  opsUrls: Record<ServiceName, string>
  /** Where the run records secrets and answers, for the search. */
  records: string
  /** The accounting providers that businesses can be connected to. */
  providers: SharedProviders
}

declare module 'vitest' {
  interface ProvidedContext {
    pacioliServers: SharedServers
    pacioliStack: SharedStack
  }
}

/** The servers of this test run. Only in files that a global set-up with servers applies to (`*.int.test.ts`). */
export function sharedServers(): SharedServers {
  const servers: SharedServers | undefined = inject('pacioliServers')
  if (!servers)
    throw new Error('This file has no servers: a test that needs PostgreSQL or NATS is named *.int.test.ts.')
  return servers
}

/** The running product. Only in end-to-end tests (`*.e2e.test.ts`). */
export function sharedStack(): SharedStack {
  const stack: SharedStack | undefined = inject('pacioliStack')
  if (!stack)
    throw new Error('This file has no stack: a test that needs all services is named *.e2e.test.ts and lives in e2e/.')
  return stack
}

/** A new empty directory that disappears with the run, along with any server started with it as its state directory. */
export function testDirectory(name: string): string {
  return mkdtempSync(join(sharedServers().runDir, `${name}-`))
}
