import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startRecords, stopRecords } from './secret-search/records.ts'
import { searchStack } from './secret-search/search-stack.ts'
import type { SharedStack } from './shared.ts'
import { timed } from './time-report/noted-times.ts'

type Started = { shared: Omit<SharedStack, 'records'>; stop: () => Promise<void> }
type Sharing = { running: Promise<Started & { records: string }>; users: number }

/** Vitest loads a set-up once per project; the stack is one for all of them, so it hangs on the process. */
const place = globalThis as { pacioliStack?: Sharing }

/**
 * Starts the stack for the first project that needs it, and stops it after the last. Meanwhile the run records its
 * secrets and answers; nothing that the stack leaves behind may contain a secret. A test of its own reports that best,
 * but runs of single files lack it, so it is checked here.
 */
export async function shareStack(
  project: TestProject,
  start: (runDir: string) => Promise<Started>,
): Promise<() => Promise<void>> {
  const { runDir } = project.getProvidedContext().pacioliServers
  const sharing = (place.pacioliStack ??= { running: startNoting(runDir, start), users: 0 })
  sharing.users += 1
  const { shared, records, stop } = await sharing.running
  project.provide('pacioliStack', { ...shared, records })
  return async () => {
    sharing.users -= 1
    if (sharing.users > 0) return
    delete place.pacioliStack
    stopRecords()
    try {
      await failOverSecrets({ ...shared, records })
    } finally {
      await stop()
    }
  }
}

async function startNoting(
  runDir: string,
  start: (runDir: string) => Promise<Started>,
): Promise<Started & { records: string }> {
  const records = join(runDir, 'records')
  mkdirSync(records, { recursive: true })
  startRecords(records)
  return { ...(await timed('set-up', 'the shared stack', () => start(runDir))), records }
}

const markIn = (records: string): string => join(records, 'searched')

/** Marks that a test of this run has searched the stack and reported. */
export const markSearched = (records: string): void => writeFileSync(markIn(records), '')

/** Fails the run without throwing: after a set-up that fails to end, Vitest would not end the others. */
async function failOverSecrets(stack: SharedStack): Promise<void> {
  if (existsSync(markIn(stack.records))) return
  const { found } = await searchStack(stack, stack.records)
  if (found.length === 0) return
  const list = found.map(({ what, where }) => `  - ${what} in ${where}`)
  process.stderr.write(`${['The run left secrets behind where they may not be:', ...list].join('\n')}\n`)
  process.exitCode = 1
}
