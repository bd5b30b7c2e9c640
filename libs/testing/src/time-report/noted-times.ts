/** What a run notes of the time that things take beside the tests themselves: each process appends to one file. */
import { appendFileSync, existsSync, readFileSync } from 'node:fs'

/** A set-up serves many tests; an own stack is the whole product, started by one file for itself. */
export type NotedTime = { kind: 'set-up' | 'own stack'; what: string; ms: number }

/** Set by the reporter, for the run's workers: where to note things. Without it nothing is noted. */
const VARIABLE = 'PACIOLI_TEST_TIMES'

/** From here on this process and those it starts note what takes long. */
export function startTimes(file: string): void {
  process.env[VARIABLE] = file
}

/** Does the work, and notes how long that took, whether it succeeded or not. */
export async function timed<Result>(
  kind: NotedTime['kind'],
  what: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const began = performance.now()
  try {
    return await work()
  } finally {
    const file = process.env[VARIABLE]
    const noted: NotedTime = { kind, what, ms: performance.now() - began }
    if (file !== undefined) appendFileSync(file, `${JSON.stringify(noted)}\n`)
  }
}

export const readTimes = (file: string): NotedTime[] =>
  existsSync(file)
    ? readFileSync(file, 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as NotedTime)
    : []
