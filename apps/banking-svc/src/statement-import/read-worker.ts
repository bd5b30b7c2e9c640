/** Reads one statement file in a worker thread. */
import { DomainError } from '@pacioli/errors'
import { parentPort, workerData } from 'node:worker_threads'
import { readStatementFile, type StatementFile } from './formats/read-statement.ts'

try {
  parentPort?.postMessage({ read: readStatementFile(workerData as StatementFile) })
} catch (error) {
  // Errors lose their class between threads; the receiver rebuilds a refusal from its problems.
  if (!(error instanceof DomainError)) throw error
  parentPort?.postMessage({ problems: error.problems })
}
