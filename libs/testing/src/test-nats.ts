import { freePort, startNats } from '@pacioli/dev-stack'
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

/**
 * Three servers that form a cluster, of this test file's own. It answers for streams once they have elected a leader,
 * which takes some seconds. Stop them in afterAll.
 */
export async function testNatsCluster(): Promise<Nats[]> {
  const routePorts = [await freePort(), await freePort(), await freePort()]
  const routes = routePorts.map((port) => `nats://127.0.0.1:${port}`)
  return Promise.all(
    routes.map((route, index) => {
      const own = ['--name', `server-${index}`, '--cluster_name', 'test', '--cluster', route]
      return startNats({ stateDir: testDirectory('nats'), args: [...own, '--routes', routes.join()] })
    }),
  )
}
