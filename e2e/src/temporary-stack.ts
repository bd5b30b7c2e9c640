import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startStack, type Stack, type StackOptions } from '@pacioli/dev-stack'

/** Stacks may be nested: an interrupted program ends when the last of them is cleaned up. */
let running = 0

function leaveInterrupted(): void {
  running--
  if (running === 0) process.exit(130)
}

/**
 * A whole stack for the length of one piece of work, in a directory that is removed afterwards. Ctrl-C and SIGTERM stop
 * it in order, too, and end the program.
 */
export async function withTemporaryStack<Result>(
  options: Omit<StackOptions, 'stateDir' | 'signal'>,
  use: (stack: Stack) => Promise<Result>,
): Promise<Result> {
  const stateDir = mkdtempSync(join(tmpdir(), 'pacioli-'))
  const interrupted = new AbortController()
  let stack: Stack | undefined
  const cleanUp = async (): Promise<void> => {
    await stack?.stop()
    rmSync(stateDir, { recursive: true, force: true })
  }
  const interrupt = (): void => {
    if (interrupted.signal.aborted) return
    interrupted.abort()
    // While it is starting, startStack itself cleans up and fails.
    if (stack) void cleanUp().finally(leaveInterrupted)
  }
  running++
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, interrupt)
  try {
    stack = await startStack({ ...options, stateDir, signal: interrupted.signal })
    return await use(stack)
  } finally {
    // An interruption is cleaning up already: what failed because of it waits for the program to end.
    if (interrupted.signal.aborted && stack) await new Promise<never>(() => {})
    await cleanUp()
    if (interrupted.signal.aborted) {
      leaveInterrupted()
      await new Promise<never>(() => {})
    }
    running--
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.off(signal, interrupt)
  }
}
