/**
 * Records of the end-to-end tests for the search for secrets at their end: each secret handed in or issued, and each
 * answer. Every process writes its own files, so that lines never mix.
 */
import { appendFileSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SHORTEST_SECRET } from './needles.ts'

/** A secret and its description; reports show only the latter. */
export type KnownSecret = { value: string; what: string }

/** Set by the set-up of the end-to-end tests, for their workers: where to note things. Without it nothing is noted. */
const VARIABLE = 'PACIOLI_TEST_RECORDS'

const answersIn = (directory: string): string => join(directory, 'answers')
const secretsIn = (directory: string): string => join(directory, 'secrets')

/** From here on this process and those it starts note what they see. */
export function startRecords(directory: string): void {
  for (const one of [answersIn(directory), secretsIn(directory)]) mkdirSync(one, { recursive: true, mode: 0o700 })
  process.env[VARIABLE] = directory
}

export function stopRecords(): void {
  delete process.env[VARIABLE]
}

/**
 * Notes a secret of the run: it may be in no log, no database, no message and no answer.
 * @param what names it in the report of the search, which never shows the secret itself
 * @returns the secret, so that it may be noted where it is made
 */
export function knownSecret(value: string, what: string): string {
  if (Buffer.byteLength(value) < SHORTEST_SECRET)
    throw new Error(`${what} is too short to be searched for: it needs ${SHORTEST_SECRET} bytes.`)
  const directory = process.env[VARIABLE]
  if (directory !== undefined) append(secretsIn(directory), JSON.stringify({ value, what } satisfies KnownSecret))
  return value
}

/** Records an answer, head and body, as received. */
export function recordAnswer(about: string, headers: object, body: string): void {
  const directory = process.env[VARIABLE]
  if (directory !== undefined) append(answersIn(directory), `${about} ${JSON.stringify(headers)} ${body}`)
}

const append = (directory: string, line: string): void =>
  appendFileSync(join(directory, `${process.pid}.log`), `${line}\n`)

/** What was noted: the secrets, where the answers are, and how many. */
export function readRecords(directory: string): { secrets: KnownSecret[]; answersDirectory: string; answers: number } {
  const lines = filesIn(secretsIn(directory)).flatMap((file) => file.toString().split('\n').filter(Boolean))
  const answers = filesIn(answersIn(directory)).reduce((sum, file) => sum + countLines(file), 0)
  return {
    secrets: lines.map((line) => JSON.parse(line) as KnownSecret),
    answersDirectory: answersIn(directory),
    answers,
  }
}

const filesIn = (folder: string): Buffer[] => readdirSync(folder).map((file) => readFileSync(join(folder, file)))

function countLines(bytes: Buffer): number {
  let count = 0
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) count += 1
  return count
}
