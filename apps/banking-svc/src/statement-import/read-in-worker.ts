import { DomainError, refused } from '@pacioli/errors'
import type { Tenant } from '@pacioli/rpc'
import { FairSemaphore } from '@pacioli/service'
import { Worker } from 'node:worker_threads'
import { readStatementFile, type ReadFile, type StatementFile } from './formats/read-statement.ts'
import { unreadable } from './formats/statement.ts'

/** Smaller files are read at once: that takes some milliseconds, as starting a thread would. */
const SMALL_BYTES = 128 * 1024

/** Ordinary files of ten megabytes take a second or two. */
const LIMIT_MS = 20_000

/** The longest wait for capacity; half of the caller's remaining time if that is less. */
const MAX_WAIT_MS = 10_000

const semaphore = new FairSemaphore({ permits: 2, perBusiness: 1, name: 'large statement files' })

type Answer = { read: ReadFile } | { problems: DomainError['problems'] }

/**
 * Reads a file without blocking other requests: a large one in a worker thread, two at a time, within limits of time and
 * memory.
 * @throws UnreadableStatement, InvalidPayload, PayloadTooLarge; ServiceUnavailable where too many are being read;
 *   DeadlineExceeded where the caller's time is over
 */
export function readInWorker(
  file: StatementFile,
  { deadline, ...tenant }: Tenant & { deadline: Date },
): Promise<ReadFile> {
  if (file.content.length <= SMALL_BYTES) return Promise.resolve().then(() => readStatementFile(file))
  const leftMs = (): number => deadline.getTime() - Date.now()
  return semaphore.run(tenant, Math.min(MAX_WAIT_MS, leftMs() / 2), () => readInThread(file, leftMs()))
}

async function readInThread(file: StatementFile, leftMs: number): Promise<ReadFile> {
  const worker = new Worker(new URL('./read-worker.ts', import.meta.url), {
    workerData: file,
    resourceLimits: { maxOldGenerationSizeMb: 1_024 },
  })
  const timer = setTimeout(() => void worker.terminate(), Math.min(LIMIT_MS, leftMs))
  try {
    const answer = await new Promise<Answer | undefined>((resolve, reject) => {
      worker.once('message', resolve)
      worker.once('error', reject)
      worker.once('exit', () => resolve(undefined))
    })
    if (!answer) throw leftMs < LIMIT_MS ? late() : tooMuch()
    if ('problems' in answer) throw new DomainError(answer.problems)
    return answer.read
  } catch (error) {
    throw (error as { code?: string }).code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooMuch() : error
  } finally {
    clearTimeout(timer)
    await worker.terminate()
  }
}

const late = () => refused('DeadlineExceeded', 'There was no time left to read the file. Nothing was written.')

const tooMuch = () =>
  unreadable('Reading the file takes too long or needs too much memory. Send a statement of a shorter time.')
