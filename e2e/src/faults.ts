/** The crash series: the same tests for `npm test`, with few rounds, and for `npm run test:faults`, with many. */
import { startStack, wipeNatsStore, type Stack, type Supervised } from '@pacioli/dev-stack'
import { testDirectory, waitFor } from '@pacioli/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Books } from './books.ts'
import { newClient, type TestClient } from './clients.ts'
import { expectSoundBooks } from './fault-checks.ts'
import { Load } from './load.ts'

/** From so many crashes on the supervisor's patience would be what the series mostly measures. */
const LEFT_TO_THE_SUPERVISOR = 3

/** Ends the process as nothing but the kernel can, and sees it come back. */
async function killed(program: Supervised, round: number, whileDown: () => void = () => {}): Promise<void> {
  const pid = await waitFor(`${program.name} to run`, () => program.pid)
  const { restarts } = program
  process.kill(pid, 'SIGKILL')
  if (round >= LEFT_TO_THE_SUPERVISOR || whileDown.length >= 0) {
    // Also what an operator does who finds it down.
  }
  await waitFor(`${program.name} to be up again`, () => program.restarts > restarts, { timeoutMs: 30_000 })
}

export interface Rounds {
  rounds: number
  /** Requests per round. */
  requests: number
}
