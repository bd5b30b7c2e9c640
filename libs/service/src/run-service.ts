import { startTracing } from '@pacioli/telemetry'
import type { Logger } from './logger.ts'

/** What a starting service gets to say how it ends. */
export interface ServiceLife {
  /** Registers what has to be stopped. The last one registered is stopped first, as things depend on earlier ones. */
  onStop: (what: string, stop: () => unknown) => void
  /** True as soon as the service was told to end: answer 503 on /readyz then. */
  readonly stopping: boolean
}

export interface ServiceOptions {
  name: string
  logger: Logger
  start: (life: ServiceLife) => Promise<void>
  /** How long draining may take, in milliseconds, before the process ends anyway with code 1. */
  stopTimeoutMs?: number
}

/**
 * The life of a service process. SIGTERM, SIGINT or the loss of the parent (the IPC channel closes when a supervisor
 * dies, even of kill -9) stop everything once, in reverse order, and end the process with code 0; a step that fails or
 * takes too long makes it 1. A failed start and an error that nobody handled end it with code 1 at once, because the
 * state is unknown then, and whoever supervises it starts a fresh one.
 */
export async function runService({ name, logger, start, stopTimeoutMs = 15_000 }: ServiceOptions): Promise<void> {
  const steps: { what: string; stop: () => unknown }[] = []
  let stopping = false

  const stop = async (reason: string, code: number): Promise<void> => {
    if (stopping) return
    stopping = true
    logger.info({ reason }, `${name} is stopping`)
    const timer = setTimeout(() => {
      logger.fatal(`${name} could not stop within ${stopTimeoutMs} ms; ending it as it is`)
      process.exit(1)
    }, stopTimeoutMs)
    const failures = await stopInReverse(steps, logger)
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

  const life: ServiceLife = {
    onStop: (what, stopIt) => void steps.push({ what, stop: stopIt }),
    get stopping() {
      return stopping
    },
  }
  try {
    // The first to begin, so the last to end: what stops is traced, too.
    life.onStop('tracing', await startTracing(name, logger))
    await start(life)
    if (!stopping) logger.info(`${name} is up`)
  } catch (error) {
    if (stopping) return
    logger.fatal({ err: error }, `${name} could not start`)
    await stop('the start failed', 1)
  }
}

async function stopInReverse(steps: { what: string; stop: () => unknown }[], logger: Logger): Promise<number> {
  let failures = 0
  for (let step = steps.pop(); step; step = steps.pop()) {
    try {
      await step.stop()
    } catch (error) {
      failures += 1
      logger.error({ err: error }, `stopping ${step.what} failed`)
    }
  }
  return failures
}
