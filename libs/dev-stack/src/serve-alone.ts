import { mkdirSync, realpathSync } from 'node:fs'
import { join, relative } from 'node:path'
import { forgetService, noteService } from './leftovers.ts'
import { runNode, startNodeService } from './node-service.ts'
import type { NodeService } from './node-service.ts'
import { servedName } from './takeovers.ts'
import type { Running } from './processes.ts'
import { SourceWatch } from './source-watch.ts'
import { inheritedEnvironment } from './inherited-environment.ts'
import { NoStack, takeOverService } from './take-over-service.ts'
import type { Takeover } from './take-over-service.ts'
import { APPS } from './topology.ts'
import type { ServiceName } from './topology.ts'

export interface ServeOptions {
  /** Of the stack whose service is replaced. */
  stateDir: string
  service: ServiceName
  /** Other sources than this repository's; for tests. */
  appsDir?: string
  /** More arguments of Node, `--inspect` for example. */
  nodeArgs?: string[]
  say: (line: string) => void
  /** Receives every line that the service prints. */
  onLine: (line: string) => void
  /** Ends it. */
  signal: AbortSignal
}

const ROOT = join(APPS, '..')

/**
 * Runs one service from its sources in place of the stack's own, and restarts it whenever they change. When it ends, or
 * this process is killed, the stack starts its own again.
 * @returns why it ended
 * @throws NoStack, or Error saying why the stack refuses
 */
export async function serveAlone(options: ServeOptions): Promise<'interrupted' | 'stack ended'> {
  const { service, say, signal } = options
  const stateDir = pathOf(options.stateDir)
  const place = await takeOverService(stateDir, service)
  const source = join(options.appsDir ?? APPS, service, 'src')
  const watch = new SourceWatch([source, join(ROOT, 'libs'), join(ROOT, 'protos')])
  const ending = AbortSignal.any([signal, place.lost])
  try {
    await migrate(options, place, source)
    while (!ending.aborted) await runUntilChanged({ ...options, stateDir }, place, watch, ending)
  } finally {
    watch.close()
    place.giveBack()
  }
  if (signal.aborted) return 'interrupted'
  say(`The stack has ended, and ${service} with it`)
  return 'stack ended'
}

/** State directories are recognized by their real paths. */
function pathOf(stateDir: string): string {
  try {
    return realpathSync(stateDir)
  } catch {
    throw new NoStack(stateDir)
  }
}

/** Runs one process of it until the next change; one that fails or ends waits for the next change, too. */
async function runUntilChanged(
  options: ServeOptions,
  place: Takeover,
  watch: SourceWatch,
  ending: AbortSignal,
): Promise<void> {
  const { service, say } = options
  const over = new AbortController()
  const until = AbortSignal.any([ending, over.signal])
  const changing = watch.changes(until).finally(() => over.abort())
  const running = await start(options, place, until)
  void running?.exited.then(({ code, signal }) => {
    if (!until.aborted) say(`${service} ended with ${signal ?? `code ${code}`}; waiting for a change of its sources`)
  })
  const changed = await changing
  await running?.stop()
  if (ending.aborted) return
  say(`${changed.map((path) => relative(ROOT, path)).join(', ')} changed: starting ${service} again`)
  if (changed.some((path) => path.includes('/migrations/')))
    await migrate(options, place, join(options.appsDir ?? APPS, service, 'src'))
}

async function start(options: ServeOptions, { terms }: Takeover, until: AbortSignal): Promise<Running | undefined> {
  const { service, stateDir, appsDir = APPS, nodeArgs, onLine, say } = options
  mkdirSync(join(stateDir, 'logs'), { recursive: true, mode: 0o700 })
  const program: NodeService = {
    name: service,
    entry: join(appsDir, service, 'src', 'main.ts'),
    nodeArgs,
    env: { ...inheritedEnvironment(), ...terms.env },
    readyUrl: terms.readyUrl,
    logFile: join(stateDir, 'logs', `${service}.log`),
    onLine,
    onSpawn: (pid) => noteService(stateDir, servedName(service), pid),
    onExit: () => forgetService(stateDir, servedName(service)),
  }
  try {
    const running = await startNodeService(program, until)
    say(`${service} is ready at ${terms.readyUrl}`)
    return running
  } catch (error) {
    // Its output was printed already.
    if (!until.aborted) say(`${firstLineOf(error)}\nWaiting for a change of its sources`)
    return undefined
  }
}

/** The sources may need tables that the stack does not have yet. */
async function migrate({ service, say }: ServeOptions, { terms }: Takeover, source: string): Promise<void> {
  if (!terms.migrationEnv) return
  try {
    const env = { ...inheritedEnvironment(), ...terms.migrationEnv }
    await runNode(`Migrating the database of ${service}`, [join(source, 'migrate.ts')], env)
  } catch (error) {
    say(error instanceof Error ? error.message : String(error))
  }
}

const firstLineOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n', 1)[0] ?? ''
