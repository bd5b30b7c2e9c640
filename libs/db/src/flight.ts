import pg from 'pg'
import { rowTypes } from './row-types.ts'

/** A value as it is bound: text, bytes or null. */
export type Bound = string | Buffer | null

/** The rows of one statement, and the command that it was. */
export type Answered = { command: string; rows: object[] }

/** What became of a statement: its rows, its failure, or that it was not run because one before it failed. */
export type Outcome = Answered | { error: Error } | 'NOT_RUN'

/** One statement on its way. With a name it is parsed once per connection. */
export type Statement = {
  sql: string
  values: Bound[]
  name: string | undefined
  answer: (outcome: Outcome) => void
}

type Parse = (value: string) => unknown
type Column = { name: string; parse: Parse }

/** By name, the columns of each statement that the connection has parsed; BEING_PARSED while the flight to do so is out. */
export type NamedStatements = Map<string, readonly Column[] | 'BEING_PARSED'>

/** A statement, whether this flight has it parsed under its name, and the columns of its rows. */
type Sent = Statement & { isParsedByName: boolean; columns: readonly Column[] }

/** As the driver reads them from the wire. */
type RowDescription = { fields: readonly { name: string; dataTypeID: number }[] }
type DataRow = { fields: readonly (string | null)[] }

/**
 * Statements that PostgreSQL answers together: one Sync ends them all, where each of the driver's own queries has one,
 * which costs both sides a write and a read of the socket. Nor is a statement with a name described again: PostgreSQL
 * refuses it rather than return other columns than before. If one fails, those after it are not run.
 */
export class Flight extends pg.Query {
  readonly #statements: readonly Sent[]
  readonly #named: NamedStatements
  readonly #answered: (Answered | { error: Error })[] = []
  #rows: object[] = []
  #unreadable: Error | undefined

  constructor(statements: readonly Statement[], named: NamedStatements) {
    super('')
    this.#statements = statements.map((statement) => ({ ...statement, isParsedByName: false, columns: [] }))
    this.#named = named
  }

  /** Called by the driver, as all that follows. */
  override submit = (connection: pg.Connection): void => {
    for (const statement of this.#statements) this.#send(statement, connection)
    connection.sync()
  }

  handleRowDescription({ fields }: RowDescription): void {
    const columns = fields.map(({ name, dataTypeID }) => ({ name, parse: rowTypes.getTypeParser(dataTypeID) as Parse }))
    const described = this.#statements[this.#answered.length]
    if (described) described.columns = columns
  }

  handleDataRow({ fields }: DataRow): void {
    try {
      this.#rows.push(rowOf(this.#statements[this.#answered.length]?.columns ?? [], fields))
    } catch (error) {
      this.#unreadable ??= error instanceof Error ? error : new Error(String(error))
    }
  }

  handleCommandComplete({ text }: { text: string }): void {
    const [command = ''] = text.split(' ', 1)
    this.#answered.push(this.#unreadable ? { error: this.#unreadable } : { command, rows: this.#rows })
    this.#rows = []
    this.#unreadable = undefined
  }

  handleEmptyQuery(): void {
    this.handleCommandComplete({ text: '' })
  }

  /** PostgreSQL refuses a statement and runs none behind it; or the connection is lost, and all are. */
  handleError(error: Error): void {
    if (!(error instanceof pg.DatabaseError)) return this.#answerAll(() => ({ error }))
    // Outside of a transaction all is committed after the last statement, and can fail then.
    const failed = Math.min(this.#answered.length, this.#statements.length - 1)
    this.#answerAll((index) => (index === failed ? { error } : index > failed ? undefined : this.#answered[index]))
  }

  handleReadyForQuery(): void {
    this.#answerAll((index) => this.#answered[index])
  }

  #send(statement: Sent, connection: pg.Connection): void {
    const { sql, values, name = '' } = statement
    const known = name === '' ? undefined : this.#named.get(name)
    if (known !== undefined && known !== 'BEING_PARSED') {
      statement.columns = known
      connection.bind({ statement: name, values }, true)
    } else {
      statement.isParsedByName = name !== '' && known === undefined
      if (statement.isParsedByName) {
        this.#named.set(name, 'BEING_PARSED')
        // An earlier attempt may have failed after it was parsed: the server would refuse the name.
        connection.close({ type: 'S', name }, true)
      }
      const parsed = statement.isParsedByName ? name : ''
      connection.parse({ name: parsed, text: sql, types: [] }, true)
      connection.bind({ statement: parsed, values }, true)
      connection.describe({ type: 'P' }, true)
    }
    connection.execute(null, true)
  }

  /** @param outcomeOf what became of the statement at an index; undefined where it was not run */
  #answerAll(outcomeOf: (index: number) => Answered | { error: Error } | undefined): void {
    for (const [index, { name, isParsedByName, columns, answer }] of this.#statements.entries()) {
      const outcome = outcomeOf(index)
      if (isParsedByName && name !== undefined) {
        if (outcome && !('error' in outcome)) this.#named.set(name, columns)
        else this.#named.delete(name)
      }
      answer(outcome ?? 'NOT_RUN')
    }
  }
}

function rowOf(columns: readonly Column[], values: DataRow['fields']): object {
  const row: Record<string, unknown> = {}
  for (let index = 0; index < columns.length; index++) {
    const { name, parse } = columns[index] as Column
    const value = values[index] ?? null
    row[name] = value === null ? null : parse(value)
  }
  return row
}
