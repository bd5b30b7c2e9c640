/** `npm start`: the whole product on this machine, until Ctrl-C. */
import { startStack } from '@pacioli/dev-stack'
import type { StackOptions } from '@pacioli/dev-stack'
import { Command } from 'commander'
import { readSettings, settingsHelp } from './settings.ts'
import { serviceLinePrinter } from './service-lines.ts'
import { watchParent } from './watch-parent.ts'
import { welcome } from './welcome.ts'

new Command('npm start')
  .description(
    'Starts the whole product on this machine, with a PostgreSQL and a NATS of its own, until Ctrl-C. Data, keys and logs ' +
      'are kept in the state directory and found there again the next time.',
  )
  .addHelpText('after', settingsHelp(['PACIOLI_STATE_DIR', 'PACIOLI_PORT', 'PACIOLI_LOGS']))
  .parse()

const began = performance.now()
const seconds = (): string => `${((performance.now() - began) / 1000).toFixed(1)} s`
const say = (line: string): void => void process.stdout.write(`[${seconds().padStart(7)}] ${line}\n`)
// The terminal may be gone while everything is being stopped; that must not end the stopping.
process.stdout.on('error', () => {})

const interrupted = new AbortController()
const interrupt = (why: string): void => {
  if (interrupted.signal.aborted) return
  say(`${why}: stopping everything in order`)
  interrupted.abort()
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => interrupt(signal))
if (process.env.npm_lifecycle_event === 'start') watchParent(() => interrupt('npm is gone'))

/** Resolves once the operator stops it. */
const untilInterrupted = new Promise<void>((resolve) => {
  interrupted.signal.addEventListener('abort', () => resolve())
})

try {
  const { stateDir, port, logs } = readSettings(process.env)
  const options: StackOptions = {
    stateDir,
    port,
    say,
    signal: interrupted.signal,
    onServiceLine: serviceLinePrinter(logs),
  }
  const stack = await startStack(options)
  process.stdout.write(welcome(stack, seconds()))
  await untilInterrupted
  await stack.stop()
  say('Stopped. Your data is kept: npm start brings it back.')
  process.exit(0)
} catch (error) {
  if (interrupted.signal.aborted) {
    say('Stopped before it was up.')
    process.exit(0)
  }
  process.stderr.write(`\nPacioli could not start. ${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}
