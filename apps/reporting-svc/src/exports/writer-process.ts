/** A process that writes one workbook: it receives the task from its parent, writes to a pipe, and ends. */
import type { AskOwners } from '../as-recorded/as-recorded.ts'
import { once } from 'node:events'
import { Socket } from 'node:net'
import { servedBy } from '../read-models/served.ts'
import { replicaSource } from '../replica/report-source.ts'
import { exportsDatabase } from './exports-database.ts'
import {
  errorFrom,
  failureOf,
  FILE_DESCRIPTOR,
  sourceOfJob,
  type OwnersAnswer,
  type WriterMessage,
  type WriterTask,
} from './workbook-writer.ts'
import { writeExport } from './write-export.ts'

// The parent decides when it ends: a signal that stops the service lets the export finish.
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => undefined)
process.on('disconnect', () => process.exit(1))

const say = (message: WriterMessage, done: () => void = () => undefined): void => void process.send?.(message, done)

/** The parent asks the owners: it has the connections to them, and the request that is asked for. */
const ask: AskOwners = async (moment) => {
  if (moment.kind !== 'POSITIONS') throw new TypeError(`Expected positions to ask of, got ${moment.kind}`)
  say({ ask: moment.positions })
  const [answer] = (await once(process, 'message')) as [OwnersAnswer]
  if ('failure' in answer) throw errorFrom(answer.failure)
  return answer.then
}

const [{ from, models, job }] = (await once(process, 'message')) as [WriterTask]
const db = servedBy(exportsDatabase(from.url, 1), models)
const { replicaOf } = from
const source = replicaOf ? replicaSource(db, { model: models.newest, known: () => replicaOf.known }) : db
try {
  const file = new Socket({ fd: FILE_DESCRIPTOR, readable: false, writable: true })
  await writeExport(await sourceOfJob(source, job, ask), job, file)
  if (!file.writableFinished) await once(file, 'finish')
  await db.close()
  process.exit(0)
} catch (error) {
  say({ failure: failureOf(error) }, () => process.exit(1))
}
