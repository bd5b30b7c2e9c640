/**
 * Where workbooks are written: a small one here, a large one in a process of its own. That takes a processor for seconds
 * and memory for as long: neither is taken from whoever asks for something else meanwhile, and both are given back.
 */
import { DomainError } from '@pacioli/errors'
import type { Database } from '@pacioli/db'
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { MODELS, type ServedModels } from '../read-models/models.ts'
import type { ExportJob } from './export-job.ts'
import { rowsOf, writeExport } from './write-export.ts'

/** Starting a process takes longer than writing fewer rows. */
const LARGE_ROWS = 5_000

/**
 * It writes one file and lives for it alone: what V8 would keep for the next one is memory for nothing. In MB; by default it
 * collects so late that a file of three times the rows takes half as much again. Rows pass through; what stays in use grows with vendors or accounts alone.
 */
const RUNTIME = ['--max-semi-space-size=16', '--max-old-space-size=256']

/** The pipe that the file comes through. */
export const FILE_DESCRIPTOR = 3

/** What the process is told, and what it says if it cannot do it; a file that ends without a word is complete. */
export type WriterTask = { databaseUrl: string; models: ServedModels; job: ExportJob }
export type WriterFailure = { problems?: DomainError['problems']; message: string }

export type WriteWorkbook = (job: ExportJob, sink: Writable) => Promise<void>

/** @param db for what is written here; the process connects for itself */
export const workbookWriter =
  (db: Database, databaseUrl: string, models: ServedModels = MODELS): WriteWorkbook =>
  async (job, sink) =>
    (await rowsOf(db, job)) < LARGE_ROWS
      ? writeExport(db, job, sink)
      : writeInProcess({ databaseUrl, models, job }, sink)

/**
 * Has the file written by a process of its own. It ends with the call, however that ends.
 * @param onStart told its process id
 * @throws what writing it throws
 */
export async function writeInProcess(
  task: WriterTask,
  sink: Writable,
  onStart: (pid: number | undefined) => void = () => undefined,
): Promise<void> {
  const child = fork(fileURLToPath(new URL('./writer-process.ts', import.meta.url)), {
    execArgv: RUNTIME,
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'pipe', 'ipc'],
  })
  onStart(child.pid)
  const ended = endOf(child)
  try {
    child.send(task)
    // The end of the pipe may be that of the process: only who knows how it ended may end the file.
    await pipeline(child.stdio[FILE_DESCRIPTOR] as Readable, sink, { end: false })
    const failure = await ended
    if (failure) throw errorFrom(failure)
    sink.end()
  } finally {
    child.kill('SIGKILL')
    await ended
  }
}

/** What it failed of, once it has ended. */
async function endOf(child: ChildProcess): Promise<WriterFailure | undefined> {
  let failure: WriterFailure | undefined
  child.on('message', (said) => (failure = said as WriterFailure))
  try {
    const [code, signal] = (await once(child, 'close')) as [number | null, string | null]
    return code === 0 ? undefined : (failure ?? { message: `The process that writes ended with ${signal ?? code}.` })
  } catch (error) {
    return { message: `The process that writes could not be started: ${String(error)}` }
  }
}

const errorFrom = ({ problems, message }: WriterFailure): Error =>
  problems ? new DomainError(problems) : new Error(message)
