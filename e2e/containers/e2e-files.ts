/**
 * Which end-to-end files run against containers: all but those that reach for something on this machine itself. What
 * starts stacks of its own, to kill or to configure them, is a *.system.test.ts and none of them.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const E2E = join(import.meta.dirname, '..')

/** What a file may not do, and why that leaves it out. */
const REACHES: readonly { pattern: RegExp; why: string }[] = [
  {
    pattern: /\.providers\b|\bexerciseEverything\(/,
    why: 'has the ledger call an accounting provider of the test run, which may be http on its own loopback alone',
  },
  {
    pattern: /\bstartHookReceiver\(|\bexerciseEvents\(/,
    why: 'has reporting-svc call a webhook on the loopback of this machine, which containers do not reach',
  },
  { pattern: /\bjoin\(stateDir, 'files'/, why: 'looks into the directory of files that are kept on disk' },
]

export interface LeftOut {
  file: string
  why: string
}

/** By their paths from the repository. */
export function chooseE2eFiles(): { chosen: string[]; leftOut: LeftOut[] } {
  const files = readdirSync(E2E, { recursive: true })
    .map(String)
    .filter((file) => file.endsWith('.e2e.test.ts'))
    .sort()
  const leftOut = files.flatMap((file) => {
    const text = readFileSync(join(E2E, file), 'utf8')
    const whys = REACHES.filter(({ pattern }) => pattern.test(text)).map(({ why }) => why)
    return whys.length === 0 ? [] : [{ file: `e2e/${file}`, why: whys.join('; ') }]
  })
  const isLeftOut = new Set(leftOut.map(({ file }) => file))
  return { chosen: files.map((file) => `e2e/${file}`).filter((file) => !isLeftOut.has(file)), leftOut }
}
