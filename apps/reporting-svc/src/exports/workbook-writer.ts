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
import { sourceAt, type AskOwners, type Then } from '../as-recorded/as-recorded.ts'
import type { Positions } from '@pacioli/history/positions'
import type { Reading, ReportSource } from '../replica/report-source.ts'
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

/** The first message to the process. */
export type WriterTask = { from: WriterDatabase; models: ServedModels; job: ExportJob }

/**
 * What the process sends: how it failed, without which the file is complete; or a question to the owners, which it cannot reach.
 */
export type WriterMessage = { failure: WriterFailure } | { ask: Positions }
/** What it is answered. */
export type OwnersAnswer = { then: Then } | { failure: WriterFailure }

/** Where the process reads; of a replica with the instant through which the primary was known to have everything. */
export type WriterDatabase = { url: string; replicaOf?: { known: Date | null } }
export type WriterFailure = { problems?: DomainError['problems']; message: string }

/** @param ask the owners, of a job as recorded */
export type WriteWorkbook = (job: ExportJob, sink: Writable, ask?: AskOwners) => Promise<void>

/** Where a job is read: where it is asked to be, as recorded. */
export async function sourceOfJob(
  source: ReportSource,
  { tenant, recordedAt }: ExportJob,
  ask: AskOwners | undefined,
): Promise<ReportSource> {
  if (recordedAt === undefined) return source
  if (!ask) throw new TypeError('An export as recorded needs the owners, expected to be asked')
  return sourceAt(source, tenant.businessId, recordedAt, ask)
}

/**
 * @param begin the source of one workbook of now that is written here
 * @param primary where workbooks as recorded are read
 * @param databaseFor the same for a process, which has its own connection
 */
export const workbookWriter =
  (
    begin: () => Reading,
    primary: ReportSource,
    databaseFor: (source: Reading['source']) => WriterDatabase,
    models: ServedModels = MODELS,
  ): WriteWorkbook =>
  async (job, sink, ask) => {
    if (job.recordedAt) {
      const source = await sourceOfJob(primary, job, ask)
      if ((await rowsOf(source, job)) < LARGE_ROWS) return writeExport(source, job, sink)
      return writeInProcess({ from: databaseFor('primary'), models, job }, sink, { ask })
    }
    const reading = begin()
    const rows = await rowsOf(reading, job)
    // What is in the file cannot be taken back: from here on a failure is the export's.
    reading.told()
    if (rows < LARGE_ROWS) return writeExport(reading, job, sink)
    return writeInProcess({ from: databaseFor(reading.source), models, job }, sink)
  }

/**
 * Writes the file in a process of its own, which ends with the call.
 * @param ask the owners, for the process
 * @param onStart called with its process id
 * @throws what writing it throws
 */
export async function writeInProcess(
  task: WriterTask,
  sink: Writable,
  { ask, onStart }: { ask?: AskOwners | undefined; onStart?: (pid: number | undefined) => void } = {},
): Promise<void> {
  const child = fork(fileURLToPath(new URL('./writer-process.ts', import.meta.url)), {
    execArgv: RUNTIME,
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'pipe', 'ipc'],
  })
  onStart?.(child.pid)
  const ended = endOf(child, ask)
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

/** Answers its questions, and waits for the exit; returns the failure, if any. */
async function endOf(child: ChildProcess, ask: AskOwners | undefined): Promise<WriterFailure | undefined> {
  let failure: WriterFailure | undefined
  const answer = async (positions: Positions): Promise<OwnersAnswer> => {
    try {
      if (!ask) throw new TypeError('Nobody can ask the owners here')
      return { then: await ask({ kind: 'POSITIONS', left: {}, positions }) }
    } catch (error) {
      return { failure: failureOf(error) }
    }
  }
  child.on('message', (message) => {
    const said = message as WriterMessage
    if ('failure' in said) failure = said.failure
    // It may have ended meanwhile, which is told by its exit.
    else void answer(said.ask).then((answered) => child.connected && child.send(answered, () => undefined))
  })
  try {
    const [code, signal] = (await once(child, 'close')) as [number | null, string | null]
    return code === 0 ? undefined : (failure ?? { message: `The process that writes ended with ${signal ?? code}.` })
  } catch (error) {
    return { message: `The process that writes could not be started: ${String(error)}` }
  }
}

/** An error as it is told to another process. */
export const failureOf = (error: unknown): WriterFailure =>
  error instanceof DomainError
    ? { problems: error.problems, message: error.message }
    : { message: error instanceof Error ? (error.stack ?? error.message) : String(error) }

/** The error that another process has told of. */
export const errorFrom = ({ problems, message }: WriterFailure): Error =>
  problems ? new DomainError(problems) : new Error(message)
