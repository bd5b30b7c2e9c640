/** Reads compose.yaml, and what may go over it, as `docker compose` does, as far as these files need. Pure, but for reading the file. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'

export const COMPOSE_FILE = join(import.meta.dirname, '..', 'compose.yaml')

/** Goes over the other: databases that fail over. */
export const PATRONI_FILE = join(import.meta.dirname, '..', 'compose.patroni.yaml')

/** Goes over the other: three servers of NATS. */
export const NATS_FILE = join(import.meta.dirname, '..', 'compose.nats.yaml')

export interface ComposeService {
  image: string
  build?: { context: string; dockerfile: string; args: Record<string, string> }
  command?: string[]
  environment?: Record<string, string>
  user?: string
  restart?: string
  init?: boolean
  read_only?: boolean
  tmpfs?: string[]
  cap_drop?: string[]
  cap_add?: string[]
  security_opt?: string[]
  privileged?: boolean
  ports?: string[]
  volumes?: string[]
  networks?: string[]
  depends_on?: Record<string, { condition: string }>
  healthcheck?: { disable?: boolean; test?: string[] }
  stop_grace_period?: string
}

export interface ComposeFile {
  services: Record<string, ComposeService>
  networks: Record<string, { internal?: boolean }>
  volumes: Record<string, object>
}

/** @throws Error naming the variable that is missing, with what the file says to do */
export function readComposeFile(env: Record<string, string | undefined>, path = COMPOSE_FILE): ComposeFile {
  const file = parse(readFileSync(path, 'utf8'), { merge: true }) as unknown
  return interpolated(file, env) as ComposeFile
}

/** The names of all variables that the file takes from its environment. */
export function variablesOf(text = readFileSync(COMPOSE_FILE, 'utf8')): string[] {
  return [...new Set([...text.matchAll(VARIABLE)].flatMap(({ groups }) => groups?.name ?? []))].sort()
}

/** `${NAME}`, `${NAME:-otherwise}` or `${NAME:?what to do}`, and `$$` for a dollar. */
const VARIABLE = /\$\$|\$\{(?<name>\w+)(?::(?<kind>[-?])(?<rest>[^}]*))?\}/g

/** Values are inserted after parsing, so that none can be read as YAML. */
function interpolated(node: unknown, env: Record<string, string | undefined>): unknown {
  if (typeof node === 'string') return filled(node, env)
  if (Array.isArray(node)) return node.map((item) => interpolated(item, env))
  if (typeof node !== 'object' || node === null) return node
  return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, interpolated(value, env)]))
}

const filled = (text: string, env: Record<string, string | undefined>): string =>
  text.replaceAll(VARIABLE, (whole, ...rest) => {
    if (whole === '$$') return '$'
    const { name, kind, rest: otherwise } = rest.at(-1) as { name: string; kind?: string; rest?: string }
    const value = env[name]
    if (value !== undefined && value !== '') return value
    if (kind === '?') throw new Error(`${name} ${otherwise}`)
    return otherwise ?? ''
  })
