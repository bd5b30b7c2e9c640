/** A process that writes one workbook: it receives the task from its parent, writes to a pipe, and ends. */
import { DomainError } from '@pacioli/errors'
import { once } from 'node:events'
import { Socket } from 'node:net'
import { servedBy } from '../read-models/served.ts'
import { replicaSource } from '../replica/report-source.ts'
import { exportsDatabase } from './exports-database.ts'
import { FILE_DESCRIPTOR, type WriterFailure, type WriterTask } from './workbook-writer.ts'
import { writeExport } from './write-export.ts'

// The parent decides when it ends: a signal that stops the service lets the export finish.
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => undefined)
process.on('disconnect', () => process.exit(1))

const failureOf = (error: unknown): WriterFailure =>
  error instanceof DomainError
    ? { problems: error.problems, message: error.message }
    : { message: error instanceof Error ? (error.stack ?? error.message) : String(error) }

const [{ from, models, job }] = (await once(process, 'message')) as [WriterTask]
const db = servedBy(exportsDatabase(from.url, 1), models)
const { replicaOf } = from
const source = replicaOf ? replicaSource(db, { model: models.newest, known: () => replicaOf.known }) : db
try {
  const file = new Socket({ fd: FILE_DESCRIPTOR, readable: false, writable: true })
  await writeExport(source, job, file)
  if (!file.writableFinished) await once(file, 'finish')
  await db.close()
  process.exit(0)
} catch (error) {
  process.send?.(failureOf(error), () => process.exit(1))
}
