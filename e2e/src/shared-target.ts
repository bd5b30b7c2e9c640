import { sharedStack } from '@pacioli/testing'
import type { Target } from './clients.ts'

/** The stack of this test run. */
export function target(): Target {
  const { dev, stateDir, postgresAdminUrl } = sharedStack()
  return { baseUrl: dev.base_url, stateDir, postgresAdminUrl }
}
