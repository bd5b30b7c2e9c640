/**
 * Runs beside a test run and outlives it briefly: when its channel closes, it stops the servers in its directory, in
 * those below and in those below these, then removes it all.
 */
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { stopLeftoverNats, stopLeftoverPostgres, stopLeftoverServices, waitFor } from '@pacioli/dev-stack'

const [runDir] = process.argv.slice(2)
if (!runDir) throw new Error('Usage: node cleaner.ts <directory of the test run>')

process.on('disconnect', leave)
// The run may have been killed before this line was reached.
if (!process.connected) leave()

function leave(): void {
  // A test worker of a killed run may still be starting something: once more, until nothing is left.
  void waitFor(`${runDir} to be gone`, () => cleanUp(runDir ?? ''), { everyMs: 250 })
}

/** @returns whether the directory is gone */
async function cleanUp(directory: string): Promise<boolean> {
  try {
    const below = foldersIn(directory)
    await Promise.allSettled([directory, ...below, ...below.flatMap(foldersIn)].map(stopLeftovers))
    rmSync(directory, { recursive: true, force: true })
  } catch {
    // Another process changed it meanwhile.
  }
  return !existsSync(directory)
}

const foldersIn = (directory: string): string[] =>
  readdirSync(directory, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => join(directory, name))

async function stopLeftovers(stateDir: string): Promise<void> {
  await stopLeftoverServices(stateDir)
  await Promise.all([stopLeftoverPostgres(stateDir), stopLeftoverNats(stateDir)])
}
