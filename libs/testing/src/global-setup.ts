import type { TestProject } from 'vitest/node'
import { startRunServers } from './servers.ts'
import type { RunServers } from './servers.ts'
import './shared.ts'

interface Shared {
  running: Promise<RunServers>
  users: number
}

/** Vitest loads this module once per project; the servers are one for all of them, so they hang on the process. */
const place = globalThis as { pacioliServers?: Shared }

/** Vitest's global set-up of the projects that need servers: starts them for the first, stops them after the last. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const shared = (place.pacioliServers ??= { running: startRunServers(), users: 0 })
  shared.users += 1
  const { servers, stop } = await shared.running
  project.provide('pacioliServers', servers)
  // Temporary files of the test workers are removed with the run.
  process.env.TMPDIR = servers.runDir
  return async () => {
    shared.users -= 1
    if (shared.users > 0) return
    delete place.pacioliServers
    delete process.env.TMPDIR
    await stop()
  }
}
