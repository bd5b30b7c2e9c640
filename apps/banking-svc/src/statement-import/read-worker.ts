/** Reads one statement file in a thread of its own, and ends. */
import { DomainError } from '@pacioli/errors'
import { parentPort, workerData } from 'node:worker_threads'
import { readStatementFile, type StatementFile } from './formats/read-statement.ts'

try {
  parentPort?.postMessage({ read: readStatementFile(workerData as StatementFile) })
} catch (error) {
  // What is thrown loses its class on the way; a refusal is made anew from its problems.
  if (!(error instanceof DomainError)) throw error
  parentPort?.postMessage({ problems: error.problems })
}
