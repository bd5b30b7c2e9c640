import { setTimeout as pause } from 'node:timers/promises'
import { Lifecycle, type ServiceLifecycle } from './lifecycle.ts'
import { flushCompileCache } from 'node:module'
import { startTracing } from '@pacioli/telemetry'
import type { Logger } from './logger.ts'

export interface ServiceOptions {
  name: string
  logger: Logger
  start: (life: ServiceLifecycle) => Promise<void>
  /**
   * How long it serves on after SIGTERM, in milliseconds, while /readyz says 503: until load balancers have noticed. 0
   * by default.
   */
  stopDelayMs?: number
  /** How long stopping may take in total, in milliseconds, before the process exits anyway with code 1. */
  stopTimeoutMs?: number
}

/**
 * Runs a service process. SIGTERM, SIGINT or the loss of the parent (the IPC channel closes when a supervisor dies,
 * even by kill -9) make it unready, then stop everything once, in reverse order, and exit with code 0, or 1 if a step
 * fails or takes too long. A failed start or an unhandled error exits with code 1 immediately: the state is unknown
 * then, and a supervisor starts a fresh process.
 */
export async function runService(options: ServiceOptions): Promise<void> {
  const { name, logger, start, stopDelayMs = 0, stopTimeoutMs = 30_000 } = options
  const life = new Lifecycle({ name, logger })
  const stop = async (reason: string, code: number): Promise<void> => {
    if (life.stopping) return
    const isServing = life.started
    life.beginStop()
    logger.info({ reason }, `${name} is stopping`)
    const timer = setTimeout(() => {
      logger.fatal(`${name} could not stop within ${stopTimeoutMs} ms; ending it as it is`)
      process.exit(1)
    }, stopTimeoutMs)
    if (isServing) await pause(stopDelayMs)
    const failures = await life.stop()
    clearTimeout(timer)
    logger.info(`${name} stopped`)
    process.exit(failures > 0 ? 1 : code)
  }
  const crash = (error: unknown): void => {
    logger.fatal({ err: error }, `${name}: an error nobody handled; ending the process`)
    process.exit(1)
  }
  process.on('unhandledRejection', crash)
  process.on('uncaughtException', crash)
  process.on('SIGTERM', () => void stop('SIGTERM', 0))
  process.on('SIGINT', () => void stop('SIGINT', 0))
  process.on('disconnect', () => void stop('the parent process is gone', 0))

  try {
    // Starts first and so stops last: stopping is traced, too.
    life.onStop('tracing', await startTracing(name, logger))
    await start(life)
    if (!life.stopping) logger.info(`${name} is up`)
    // Writes the cache of NODE_COMPILE_CACHE, which Node does only on an orderly exit.
    flushCompileCache()
  } catch (error) {
    if (life.stopping) return
    logger.fatal({ err: error }, `${name} could not start`)
    await stop('the start failed', 1)
  }
}
