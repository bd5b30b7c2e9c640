/** Takes the rows of a business in from an unpacked bundle: all of them, or none. */
import { pgErrorOf, type Database, type Tx } from '@pacioli/db'
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { checkSealedIn, type Sealed } from '../check-sealed.ts'
import { leafOf } from '../leaf.ts'
import { GrowingTree } from '../merkle.ts'
import { findLatestSeal, keepKey, readRecords } from '../seal.store.ts'
import { withStates } from '../sealing.ts'
import type { CarriedTable, CarriedTables } from './carried-tables.ts'
import { columnsOf } from './read-rows.ts'

export type ImportOptions = {
  /** As the role of the service. */
  db: Database
  service: 'ledger' | 'banking' | 'billing' | 'reporting'
  carried: CarriedTables
  /** The role that may write what the intake writes. */
  intakeRole: string
  /** What the service seals. */
  sealed?: Sealed
  /** Whether it knows the clients of the installation, one of whom has to be meant. */
  hasClients?: true
  /** The check function of the database, which has to find nothing wrong. */
  check?: 'check_books_v1' | 'check_banking_v1' | 'check_billing_v1'
}

export type Imported = { kind: 'IMPORTED' | 'HERE_ALREADY' | 'WOULD_IMPORT'; rows: number }

/** Why books do not come in, for the operator. */
export class BooksRefused extends Error {}

/** Ends the transaction of a trial. */
class Trial extends Error {
  readonly rows: number

  constructor(rows: number) {
    super('This was only tried.')
    this.rows = rows
  }
}

type Target = { clientId: string; businessId: string; folder: string; isTrial: boolean }

/**
 * Everything in one transaction of the service: rows, history and seals. The history that the rows make has to be that of the
 * bundle, leaf by leaf and under its last seal, and the books have to hold what the check of the service demands.
 * @throws BooksRefused
 */
export async function importBooks(options: ImportOptions, target: Target): Promise<Imported> {
  const { db } = options
  try {
    return await db.transact({ clientId: target.clientId }, async (tx) => {
      await tx.enterBusiness(target.businessId)
      if (options.hasClients && (await tx.count('SELECT count(*) FROM clients WHERE id = $1', [target.clientId])) === 0)
        throw new BooksRefused(
          `--client: there is no client ${target.clientId}. npm run clients -- list names those there are.`,
        )
      const there = await countRows(tx, countedOf(options))
      if (there > 0) {
        const told = await linesOfAll(options, target)
        if (there === told) return { kind: 'HERE_ALREADY', rows: there }
        throw new BooksRefused(
          `${options.service} has ${there} rows of the business ${target.businessId} already, and the bundle ${told}: books come in whole, where nothing of them is.`,
        )
      }
      let rows = 0
      for (const table of options.carried.tables) rows += await new TableImport(tx, options, target, table).run()
      await keepKeys(tx, target.folder)
      await compareWithLeaves(tx, options, target)
      await checkBooks(tx, options, target)
      // Last, since no rollback takes it back.
      await continueSequences(tx, options.carried.tables, target.isTrial)
      if (target.isTrial) throw new Trial(rows)
      return { kind: 'IMPORTED', rows }
    })
  } catch (error) {
    if (error instanceof Trial) return { kind: 'WOULD_IMPORT', rows: error.rows }
    throw error
  }
}

const pathOf = (folder: string, service: string, table: string): string =>
  join(folder, 'rows', service, `${table}.jsonl`)

/** Lines end with a line feed and nothing else: JSON may have other ends of lines within a text. */
async function* linesOf(path: string): AsyncGenerator<string> {
  let left = ''
  for await (const chunk of createReadStream(path, 'utf8') as AsyncIterable<string>) {
    const lines = (left + chunk).split('\n')
    left = lines.pop() ?? ''
    yield* lines
  }
  if (left !== '') yield left
}

/** What tells whether books are there as they came. */
const countedOf = ({ carried }: ImportOptions): CarriedTable[] => carried.tables.filter(({ isAddedTo }) => !isAddedTo)

async function linesOfAll(options: ImportOptions, { folder }: Target): Promise<number> {
  let count = 0
  for (const { name } of countedOf(options))
    for await (const _line of linesOf(pathOf(folder, options.service, name))) count += 1
  return count
}

async function countRows(tx: Tx, tables: readonly CarriedTable[]): Promise<number> {
  const counts = tables.map(({ name, of = 'business_id' }) => `(SELECT count(*) FROM ${name} WHERE ${of} = $1)`)
  return tx.count(`SELECT ${counts.join(' + ')} AS count`, [tx.businessId])
}

/** Rows of one statement, and characters of them. */
const MOST_ROWS = 1_000
const MOST_CHARACTERS = 4_000_000

/** One table of the bundle. */
class TableImport {
  readonly #tx: Tx
  readonly #options: ImportOptions
  readonly #target: Target
  readonly #table: CarriedTable
  readonly #path: string
  #columns: string[] | undefined
  #waiting: string[] = []
  #characters = 0
  #rows = 0

  constructor(tx: Tx, options: ImportOptions, target: Target, table: CarriedTable) {
    this.#tx = tx
    this.#options = options
    this.#target = target
    this.#table = table
    this.#path = pathOf(target.folder, options.service, table.name)
  }

  /** @returns how many rows there were @throws BooksRefused */
  async run(): Promise<number> {
    const { together } = this.#table
    let last: unknown
    for await (const line of linesOf(this.#path)) {
      const isFull = this.#waiting.length >= MOST_ROWS || this.#characters >= MOST_CHARACTERS
      const value = together === undefined || together === '*' ? undefined : this.#parsed(line)[together]
      if (isFull && together !== '*' && (together === undefined || value !== last)) await this.#insert()
      last = value
      this.#waiting.push(line)
      this.#characters += line.length
    }
    await this.#insert()
    return this.#rows
  }

  #parsed(line: string): Record<string, unknown> {
    try {
      const value: unknown = JSON.parse(line)
      if (typeof value === 'object' && value !== null) return value as Record<string, unknown>
    } catch {
      // Told of below.
    }
    throw new BooksRefused(`${this.#path}: expected a JSON object on each line, got ${line.slice(0, 100)}`)
  }

  async #insert(): Promise<void> {
    const [first] = this.#waiting
    if (first === undefined) return
    const lines = this.#waiting
    this.#waiting = []
    this.#characters = 0
    const columns = (this.#columns ??= await this.#columnsIn(first))
    const { name, of = 'business_id', isOfIntake, instead = {} } = this.#table
    const client = (await this.#hasClient()) ? ['client_id'] : []
    const given = [of, ...client]
    const [set, from] = [
      [...columns, ...Object.keys(instead)],
      [...columns, ...Object.values(instead)],
    ]
    const sql = `INSERT INTO ${name} (${[...given, ...set].join(', ')}) OVERRIDING SYSTEM VALUE
      SELECT ${given.map((_one, index) => `$${index + 2}::uuid`).join(', ')}${from.map((one) => `, r.${one}`).join('')}
        FROM json_populate_recordset(NULL::${name}, $1::json) WITH ORDINALITY AS r ORDER BY r.ordinality`
    const values = [this.#target.businessId, ...(client.length > 0 ? [this.#target.clientId] : [])]
    if (isOfIntake) await this.#enterIntake()
    await this.#tx.rows(sql, [`[${lines.join(',')}]`, ...values]).catch((error: unknown) => {
      const why = pgErrorOf(error)
      if (!why) throw error
      throw new BooksRefused(
        `${this.#path}: rows ${this.#rows + 1} to ${this.#rows + lines.length} do not go into ${name}: ${why.message}${typeof why.detail === 'string' ? ` (${why.detail})` : ''}`,
      )
    })
    if (isOfIntake) await this.#leaveIntake()
    this.#rows += lines.length
  }

  /** All that the first row has, which every row has. */
  async #columnsIn(line: string): Promise<string[]> {
    const known = new Set(await columnsOf(this.#tx, this.#table))
    const told = Object.keys(this.#parsed(line))
    const unknown = told.filter((one) => !known.has(one))
    if (unknown.length > 0)
      throw new BooksRefused(
        `${this.#path}: this release has no ${unknown.join(', ')} in ${this.#table.name}. Import with the release that the bundle was made with, and upgrade then.`,
      )
    return told
  }

  #client: boolean | undefined

  async #hasClient(): Promise<boolean> {
    this.#client ??=
      (await this.#tx.count(
        `SELECT count(*) FROM pg_attribute WHERE attrelid = $1::regclass AND attname = 'client_id' AND NOT attisdropped`,
        [this.#table.name],
      )) > 0
    return this.#client
  }

  /** What the intake alone may write, as its role: it sees this business and no other. */
  async #enterIntake(): Promise<void> {
    await this.#tx.rows(`SELECT set_config('app.business_ids', $1, true), set_config('role', $2, true)`, [
      `{${this.#target.businessId}}`,
      this.#options.intakeRole,
    ])
  }

  async #leaveIntake(): Promise<void> {
    await this.#tx.rows(`SELECT set_config('role', 'none', true), set_config('app.business_ids', '', true)`)
  }
}

/** Larger numbers than any of these would come to no end of it; as a number of JavaScript it is still exact. */
const MOST_OF_A_SEQUENCE = Number.MAX_SAFE_INTEGER

/**
 * What comes later has larger numbers than what has come in, as in the installation that it came from.
 * @param isTrial only looks whether they could go on
 */
async function continueSequences(tx: Tx, tables: readonly CarriedTable[], isTrial: boolean): Promise<void> {
  for (const { name, of = 'business_id' } of tables) {
    const identities = await tx.rows<{ name: string }>(
      `SELECT attname AS name FROM pg_attribute WHERE attrelid = $1::regclass AND attidentity <> '' AND NOT attisdropped`,
      [name],
    )
    for (const { name: column } of identities) {
      const found = await tx.one<{ most: string | null }>(
        `SELECT max(${column}) AS most FROM ${name} WHERE ${of} = $1`,
        [tx.businessId],
      )
      const most = Number(found.most ?? 0)
      if (most > MOST_OF_A_SEQUENCE) throw new BooksRefused(`${name} has rows whose ${column} is ${found.most}.`)
      if (most > 0 && !isTrial)
        await tx.rows(
          `SELECT setval(s.name, $3) FROM (SELECT pg_get_serial_sequence($1, $2)::regclass AS name) s
            WHERE nextval(s.name) < $3`,
          [name, column, most],
        )
    }
  }
}

type KeysFile = { keys: { id: string; public_key: string; since: string }[] }

/** Those that the seals were signed with: from here on this installation tells of them as well. */
async function keepKeys(tx: Tx, folder: string): Promise<void> {
  if (!(await tx.row(`SELECT FROM pg_class WHERE oid = to_regclass('seal_keys')`))) return
  const used = await tx.rows<{ id: string }>('SELECT DISTINCT key_id AS id FROM seals WHERE business_id = $1', [
    tx.businessId,
  ])
  const { keys } = JSON.parse(await readFile(join(folder, 'keys.json'), 'utf8')) as KeysFile
  for (const { id } of used) {
    const key = keys.find((one) => one.id === id)
    if (!key) throw new BooksRefused(`keys.json: the key ${id} of a seal is missing.`)
    keepKey(tx, { id, publicKey: Buffer.from(key.public_key, 'base64'), since: new Date(key.since) })
  }
}

type LeafLine = { leaf: object }
type SealLine = { size: number; root: string; note: string }

const BATCH = 500

/** Leaves as the rows make them have to be those of the bundle, under its last seal. */
async function compareWithLeaves(tx: Tx, { sealed, service }: ImportOptions, target: Target): Promise<void> {
  if (!sealed) return
  const { clientId, businessId, folder } = target
  const at = (name: string): string => join(folder, 'logs', service, name)
  let last: SealLine | undefined
  for await (const line of linesOf(at('seals.jsonl'))) last = JSON.parse(line) as SealLine
  const tree = new GrowingTree()
  const told = linesOf(at('leaves.jsonl'))
  for (;;) {
    const records = await readRecords(tx, businessId, { after: tree.size, limit: BATCH })
    if (records.length === 0) break
    for (const record of await withStates(tx, businessId, records, sealed.elsewhere)) {
      const { text, hash } = leafOf(sealed.log, businessId, record)
      const { value: line } = (await told.next()) as IteratorResult<string, undefined>
      const position = tree.size + 1
      if (line === undefined || JSON.stringify((JSON.parse(line) as LeafLine).leaf) !== text)
        throw new BooksRefused(
          `${service}: the rows make another leaf at position ${position} than logs/${service}/leaves.jsonl has.`,
        )
      tree.append(hash)
    }
  }
  if (tree.size !== (last?.size ?? 0) || (last && tree.root().toString('base64') !== last.root))
    throw new BooksRefused(
      `${service}: the rows make a history of ${tree.size} leaves that is not the one under the last seal of the bundle, which has ${last?.size ?? 0}.`,
    )
  // Witnesses may have signed one or the other since.
  const [kept, wanted] = [await findLatestSeal(tx, businessId), last].map((one) => one?.note.split('\n', 5).join('\n'))
  if (kept !== wanted)
    throw new BooksRefused(`${service}: the last seal in rows/${service}/seals.jsonl is not that of the log.`)
  const [wrong] = await checkSealedIn((work) => work(tx), sealed, { clientId, businessId })
  if (wrong) throw new BooksRefused(`${service}: not so that ${wrong.invariant}: ${wrong.detail}`)
}

const MOST_TOLD = 10

async function checkBooks(tx: Tx, { check, service }: ImportOptions, { clientId, businessId }: Target): Promise<void> {
  if (!check) return
  const found = await tx.rows<{ invariant: string; detail: string }>(`SELECT invariant, detail FROM ${check}($1, $2)`, [
    clientId,
    businessId,
  ])
  if (found.length > 0)
    throw new BooksRefused(
      [
        `${service}: the books do not hold what they have to:`,
        ...found.slice(0, MOST_TOLD).map(({ invariant, detail }) => `  not so that ${invariant}: ${detail}`),
        ...(found.length > MOST_TOLD ? [`  and ${found.length - MOST_TOLD} more`] : []),
      ].join('\n'),
    )
}
