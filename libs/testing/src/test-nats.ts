import { startNats } from '@pacioli/dev-stack'
import type { Nats } from '@pacioli/dev-stack'
import { testDirectory } from './shared.ts'

/**
 * A nats-server of this test file's own (it starts in some 30 ms): its streams can't be confused with those of other
 * files, and it may be crashed, wiped and started again. Stop it in afterAll; a forgotten one ends with the run.
 * @returns the server and its state directory, to start it again with startNats
 */
export async function testNats(): Promise<Nats & { stateDir: string }> {
  const stateDir = testDirectory('nats')
  return { ...(await startNats({ stateDir })), stateDir }
}
