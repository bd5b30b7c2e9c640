import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { get } from 'node:http'
import { createInterface } from 'node:readline'
import { compileCacheEnv } from './compile-cache.ts'
import { describeExit, endProcess, exitOf } from './processes.ts'
import type { Running } from './processes.ts'
import { LogFile, tailOf } from './log-files.ts'
import { waitFor } from './wait-for.ts'

export interface NodeService {
  name: string
  /** The file that Node runs. */
  entry: string
  /** More arguments of Node. */
  nodeArgs?: string[] | undefined
  env: NodeJS.ProcessEnv
  /** Answers 200 to a GET when the service serves. */
  readyUrl: string
  /** Everything it prints is appended here. */
  logFile: string
  /** Receives each line it prints. */
  onLine?: (line: string) => void
  onSpawn?: (pid: number) => void
  onExit?: () => void
  readyTimeoutMs?: number
  /** How long SIGTERM may take before SIGKILL, in milliseconds. */
  drainMs?: number
}

/**
 * Requests of a thousand documents create many short-lived objects: in V8's young generation of 16 MB they are copied
 * again and again, which takes much of their time.
 */
const RUNTIME = ['--max-semi-space-size=64']

/**
 * A start takes some seconds of a processor, and longer on a busy machine. A failure ends by itself and is reported
 * immediately: this is for what hangs.
 */
const READY_MS = 120_000

/**
 * Runs a service as a child in its own process group, so that Ctrl-C in the terminal reaches the supervisor alone and
 * we control the order of stopping. The end of its IPC channel signals that its parent is gone.
 */
export async function startNodeService(service: NodeService, signal: AbortSignal): Promise<Running> {
  const { name, entry, nodeArgs = [], env, readyTimeoutMs = READY_MS, drainMs = 35_000 } = service
  const child = spawn(process.execPath, [...RUNTIME, ...nodeArgs, entry], {
    env: { ...compileCacheEnv(), ...env },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  recordOutput(child, service)
  const exited = exitOf(child)
  const pid = child.pid ?? 0
  service.onSpawn?.(pid)
  void exited.then(() => service.onExit?.())
  const stop = async (): Promise<void> => {
    await endProcess(pid, ['SIGTERM', 'SIGKILL'], drainMs)
    await exited
  }

  let ended = false
  const early = exited.then((exit): never => {
    ended = true
    throw new Error(
      `${name} ended with ${describeExit(exit)} before it was ready. It said:\n${tailOf(service.logFile)}`,
    )
  })
  const ready = waitFor(
    `${name} to be ready at ${service.readyUrl}`,
    async () => ended || signal.aborted || (await answers200(service.readyUrl)),
    { timeoutMs: readyTimeoutMs, everyMs: 25 },
  )
  try {
    await Promise.race([early, ready])
    signal.throwIfAborted()
  } catch (error) {
    if (!ended) await stop()
    throw error
  } finally {
    early.catch(() => {}) // from here on `exited` tells
  }
  return { pid, exited, stop }
}

function recordOutput(child: ChildProcess, { logFile, onLine }: NodeService): void {
  const log = new LogFile(logFile)
  for (const stream of [child.stdout, child.stderr]) {
    if (!stream) continue
    createInterface({ input: stream }).on('line', (line) => {
      log.write(line)
      onLine?.(line)
    })
  }
  child.once('close', () => log.end())
}

function answers200(url: string): Promise<boolean> {
  return new Promise((resolve) => {
    const request = get(url, { agent: false, timeout: 2_000 }, (response) => {
      response.resume()
      resolve(response.statusCode === 200)
    })
    request.once('timeout', () => request.destroy())
    request.once('error', () => resolve(false))
  })
}

/** Runs a Node program to its end, such as a migration. @returns what it printed on stdout */
export async function runNode(name: string, args: string[], env: NodeJS.ProcessEnv): Promise<string> {
  const child = spawn(process.execPath, args, {
    env: { ...compileCacheEnv(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  const exit = await new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => resolve({ code, signal }))
  })
  if (exit.code !== 0)
    throw new Error(`${name} failed with ${describeExit(exit)}. It said:\n${stdout}${stderr}`.trimEnd())
  return stdout
}
