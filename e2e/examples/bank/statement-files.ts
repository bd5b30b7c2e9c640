/** What is imported: statement files, and, for CSV, the mapping that lies beside each. */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { Refusal } from '../shared/refusal.ts'
import type { MappingInput, RuleInput } from './messages.ts'

export type StatementFile = {
  name: string
  /** Base64, as the API takes it. */
  content: string
  /** What `FILE.mapping.json` says: which column holds what, and whose statement it is. */
  mapping: { account: string; mapping: MappingInput } | undefined
}

/** @throws Refusal naming a file that can't be read */
export function readStatementFile(path: string): StatementFile {
  return {
    name: basename(path),
    content: bytesOf(path).toString('base64'),
    mapping: existsSync(`${path}.mapping.json`) ? mappingIn(`${path}.mapping.json`) : undefined,
  }
}

function mappingIn(path: string): StatementFile['mapping'] {
  const { account, mapping } = jsonIn(path) as Partial<NonNullable<StatementFile['mapping']>>
  if (typeof account !== 'string' || mapping === undefined)
    throw new Refusal(`${path} should hold {"account": "…", "mapping": {"date": "…", …}}.`)
  return { account, mapping }
}

/** Rules as `POST …/categorization-rules` takes them. */
export function readRules(path: string): RuleInput[] {
  const rules = jsonIn(path)
  if (!Array.isArray(rules)) throw new Refusal(`${path} should hold a JSON list of categorization rules.`)
  return rules as RuleInput[]
}

function jsonIn(path: string): unknown {
  try {
    return JSON.parse(bytesOf(path).toString('utf8')) as unknown
  } catch (error) {
    if (error instanceof Refusal) throw error
    throw new Refusal(`${path} is no JSON: ${error instanceof Error ? error.message : String(error)}`)
  }
}

function bytesOf(path: string): Buffer {
  try {
    return readFileSync(path)
  } catch (error) {
    throw new Refusal(`${path} can't be read: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** The same files and rules mean the same business: running them again finds what is there already. */
export function fingerprintOf(files: readonly StatementFile[], rules: readonly RuleInput[]): string {
  const hash = createHash('sha256')
  for (const { name, content } of files) hash.update(`${name}\n${content}\n`)
  hash.update(JSON.stringify(rules))
  return hash.digest('hex').slice(0, 32)
}
