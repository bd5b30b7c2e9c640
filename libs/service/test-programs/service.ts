/** A service that prints what happens to it; its argument chooses what goes wrong. */
import { createLogger } from '../src/logger.ts'
import { runService } from '../src/run-service.ts'

const [mode] = process.argv.slice(2)
const print = (line: string): void => void process.stdout.write(`${line}\n`)

await runService({
  name: 'sample',
  logger: createLogger('sample', 'fatal'),
  stopDelayMs: mode === 'slow to leave' ? 300 : 0,
  stopTimeoutMs: mode === 'hanging stop' ? 50 : 5_000,
  start: async (life) => {
    const alive = setInterval(() => {}, 1_000)
    life.onStop('first', () => {
      print('first stopped')
      clearInterval(alive)
    })
    if (mode === 'slow to leave') {
      const look = setInterval(() => {
        if (!life.stopping) return
        print('still serving')
        clearInterval(look)
      }, 10)
    }
    if (mode === 'waiting') {
      print('up')
      await life.waitFor('what never comes', () => Promise.reject(new Error('it is not there.')))
    }
    if (mode === 'failing start') throw new Error('no database')
    life.onStop('second', async () => {
      print(`second stopped while ${life.stopping ? 'stopping' : 'serving'}`)
      if (mode === 'failing stop') throw new Error('stuck')
      if (mode === 'hanging stop') await new Promise(() => {})
    })
    life.readyWhen(() => Promise.resolve([]))
    print('up')
    if (mode === 'unhandled') void Promise.reject(new Error('forgotten'))
  },
})
