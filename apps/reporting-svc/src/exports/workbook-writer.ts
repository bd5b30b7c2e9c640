/**
 * Writes workbooks: a small one here, a large one in a process of its own, because it takes a processor and memory for seconds,
 * which other requests need meanwhile.
 */
import { DomainError } from '@pacioli/errors'
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { MODELS, type ServedModels } from '../read-models/models.ts'
import type { Reading } from '../replica/report-source.ts'
import type { ExportJob } from './export-job.ts'
import { rowsOf, writeExport } from './write-export.ts'

/** Starting a process takes longer than writing fewer rows. */
const LARGE_ROWS = 5_000

/**
 * In MB. The process writes one file; by default V8 collects so late that a file of three times the rows takes half as much
 * memory again. Rows pass through, so what stays in use grows with vendors or accounts only.
 */
const RUNTIME = ['--max-semi-space-size=16', '--max-old-space-size=256']

/** The pipe that the file comes through. */
export const FILE_DESCRIPTOR = 3

/** The message to the process, and the one it sends if it fails; without one the file is complete. */
export type WriterTask = { from: WriterDatabase; models: ServedModels; job: ExportJob }

/** Where the process reads; of a replica with the instant through which the primary was known to have everything. */
export type WriterDatabase = { url: string; replicaOf?: { known: Date | null } }
export type WriterFailure = { problems?: DomainError['problems']; message: string }

export type WriteWorkbook = (job: ExportJob, sink: Writable) => Promise<void>

/**
 * @param begin the source of one workbook that is written here
 * @param databaseFor the same for a process, which has its own connection
 */
export const workbookWriter =
  (
    begin: () => Reading,
    databaseFor: (source: Reading['source']) => WriterDatabase,
    models: ServedModels = MODELS,
  ): WriteWorkbook =>
  async (job, sink) => {
    const reading = begin()
    const rows = await rowsOf(reading, job)
    // What is in the file cannot be taken back: from here on a failure is the export's.
    reading.told()
    if (rows < LARGE_ROWS) return writeExport(reading, job, sink)
    return writeInProcess({ from: databaseFor(reading.source), models, job }, sink)
  }

/**
 * Writes the file in a process of its own, which ends with the call.
 * @param onStart called with its process id
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
    // The pipe also ends if the process crashes: end the file only after its exit is known.
    await pipeline(child.stdio[FILE_DESCRIPTOR] as Readable, sink, { end: false })
    const failure = await ended
    if (failure) throw errorFrom(failure)
    sink.end()
  } finally {
    child.kill('SIGKILL')
    await ended
  }
}

/** Waits for the exit; returns the failure, if any. */
async function endOf(child: ChildProcess): Promise<WriterFailure | undefined> {
  let failure: WriterFailure | undefined
  child.on('message', (message) => (failure = message as WriterFailure))
  try {
    const [code, signal] = (await once(child, 'close')) as [number | null, string | null]
    return code === 0 ? undefined : (failure ?? { message: `The process that writes ended with ${signal ?? code}.` })
  } catch (error) {
    return { message: `The process that writes could not be started: ${String(error)}` }
  }
}

const errorFrom = ({ problems, message }: WriterFailure): Error =>
  problems ? new DomainError(problems) : new Error(message)
