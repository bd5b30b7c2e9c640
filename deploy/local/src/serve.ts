/** `npx nx serve billing-svc`: runs one service from its sources, in place of the running stack's own, until Ctrl-C. */
import { serveAlone, SERVICES } from '@pacioli/dev-stack'
import type { ServiceName } from '@pacioli/dev-stack'
import { Argument, Command } from 'commander'
import { join } from 'node:path'
import { readSettings, settingsHelp } from './settings.ts'
import { serviceLinePrinter } from './service-lines.ts'
import { watchParent } from './watch-parent.ts'

/** Where npm start runs; nx runs this in the folder of the service. */
const ROOT = join(import.meta.dirname, '..', '..', '..')

const program = new Command('npx nx serve')
  .description(
    'Runs one service from its sources, in its place in the stack that npm start runs: the stack’s own process steps aside ' +
      'and comes back when this one ends. It starts again whenever a source of it changes, with its migrations where those ' +
      'changed. Ctrl-C ends it.',
  )
  .addArgument(new Argument('<service>', 'which one').choices(SERVICES))
  .option('--inspect [address]', 'let a debugger connect, as node --inspect does')
  .addHelpText('after', settingsHelp(['PACIOLI_STATE_DIR']) + '\n  Any setting of the service, LOG_LEVEL for example')
  .parse()

const service = program.args[0] as ServiceName
const { inspect } = program.opts<{ inspect?: string | true }>()
const say = (line: string): void => void process.stdout.write(`${line}\n`)
// The terminal may be gone while the service is being stopped; that must not end the stopping.
process.stdout.on('error', () => {})

const interrupted = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => interrupted.abort())
// Under nx or npm; started by itself, it may go on after its shell.
if (process.env.npm_lifecycle_event === 'serve') watchParent(() => interrupted.abort())

const print = serviceLinePrinter('all')

try {
  const ended = await serveAlone({
    stateDir: readSettings(process.env, ROOT).stateDir,
    service,
    nodeArgs: inspect === undefined ? [] : [inspect === true ? '--inspect' : `--inspect=${inspect}`],
    say,
    onLine: (line) => print(service, line),
    signal: interrupted.signal,
  })
  if (ended === 'interrupted') say(`${service} has ended; the stack's own takes its place again`)
  process.exit(ended === 'interrupted' ? 0 : 1)
} catch (error) {
  process.stderr.write(`${service} can't be served. ${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}
