import { startStack, type Stack, type StackOptions } from '@pacioli/dev-stack'
import { testDirectory } from './shared.ts'
import { timed } from './time-report/noted-times.ts'

/** Tests send hundreds of requests of one client. */
const UNLIMITED = {
  GATEWAY_RATE_LIMIT_PER_SECOND: '100000',
  GATEWAY_RATE_LIMIT_BURST: '100000',
  GATEWAY_BULK_RATE_LIMIT_PER_SECOND: '0',
  LOG_LEVEL: 'warn',
}

/**
 * Starts the whole product for one file, without rate limits: for tests that kill, replace or configure what others
 * share. Stop it in afterAll; a forgotten one ends with the run.
 * @param name its name in the run's report of times
 */
export function ownStack(name: string, options: Partial<StackOptions> = {}): Promise<Stack> {
  const start = (): Promise<Stack> =>
    startStack({
      stateDir: testDirectory(name),
      durable: false,
      ...options,
      env: { ...UNLIMITED, ...options.env },
    })
  return timed('own stack', name, start)
}
