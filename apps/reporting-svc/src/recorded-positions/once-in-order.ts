import { setTimeout as pause } from 'node:timers/promises'
import { refused } from '@pacioli/errors'
import { Ahead } from './positions.store.ts'

const PATIENCE_MS = 5_000
const LOOK_AGAIN_MS = 50

/** Reads a report again until nothing is told of in it before what came before. @throws ServiceUnavailable after some seconds */
export async function onceInOrder<Result>(read: () => Promise<Result>): Promise<Result> {
  for (const until = performance.now() + PATIENCE_MS; ;)
    try {
      return await read()
    } catch (error) {
      if (!(error instanceof Ahead)) throw error
      if (performance.now() > until)
        throw refused('ServiceUnavailable', 'What was recorded is not told of in its order yet. Try again.')
      await pause(LOOK_AGAIN_MS)
    }
}
