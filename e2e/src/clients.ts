/** Platforms for tests: each test file is a client of its own, with businesses of its own. */
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { compileCacheEnv } from '@pacioli/dev-stack'
import { databaseUrl, knownSecret } from '@pacioli/testing'
import { Api } from './api.ts'
import { Books } from './books.ts'
import type { Business } from './answers.ts'

const run = promisify(execFile)
const APPS = join(import.meta.dirname, '..', '..', 'apps')

/** A running stack. */
export interface Target {
  baseUrl: string
  stateDir: string
  postgresAdminUrl: string
  /** The directory with the tool that creates clients, where the databases are of another version. */
  appsDir?: string
}

/** Runs the operator's tool for clients against the database of the stack. @returns what it printed */
export async function clientsTool(target: Target, ...args: string[]): Promise<string> {
  const { stateDir, postgresAdminUrl, appsDir = APPS } = target
  const { passwords } = JSON.parse(readFileSync(join(stateDir, 'secrets.json'), 'utf8')) as {
    passwords: Record<string, string>
  }
  const urlFor = (user: string): string =>
    databaseUrl(postgresAdminUrl, { database: 'ledger', user, password: passwords[user] })
  const env = {
    PATH: process.env.PATH,
    ...compileCacheEnv(),
    LEDGER_DATABASE_URL: urlFor('ledger_app'),
    LEDGER_RELAY_DATABASE_URL: urlFor('ledger_relay'),
  }
  return (await run(process.execPath, [join(appsDir, 'ledger-svc', 'src', 'clients.ts'), ...args], { env })).stdout
}

export interface TestClient {
  id: string
  secret: string
  /** The superuser's URL of the stack that it is a client of. */
  postgresAdminUrl: string
  /** Calls with a platform token of all scopes. */
  api: Api
  /** A new business of this client, with the given fields. */
  business: (fields?: Record<string, unknown>) => Promise<Business>
  /** The same as its books, ready for entries. */
  books: (fields?: Record<string, unknown>) => Promise<Books>
}

interface Credentials {
  client_id: string
  client_secret: string
}

/** So many clients are made at once: starting the operator's tool takes far longer than registering one. */
const AT_ONCE = 20

/** Unused clients of each stack that this worker knows. */
const pools = new Map<string, Promise<Credentials[]>>()

/** A client for one user alone. */
async function unusedClient(target: Target): Promise<Credentials> {
  const made = pools.get(target.stateDir) ?? makeClients(target)
  pools.set(target.stateDir, made)
  const unused = (await made).pop()
  if (unused) return unused
  // The first request to an empty pool fills it, and the others wait for that.
  if (pools.get(target.stateDir) === made) pools.delete(target.stateDir)
  return unusedClient(target)
}

async function makeClients(target: Target): Promise<Credentials[]> {
  const names = Array.from({ length: AT_ONCE }, (_, index) => `client ${index + 1} of a test worker`)
  const printed = await clientsTool(target, 'create', '--json', '--name', ...names)
  const made = printed.trim().split('\n')
  return made.map((line) => {
    const credentials = JSON.parse(line) as Credentials
    knownSecret(credentials.client_secret, 'the secret of a client')
    return credentials
  })
}

/** @param isPatient for stacks whose services are killed: repeats reads that fail */
export async function newClient(target: Target, name: string, { isPatient = false } = {}): Promise<TestClient> {
  const { client_id, client_secret } = await unusedClient(target)
  const stranger = await Api.at(target.baseUrl)
  const hasty = stranger.as(await platformToken(stranger, client_id, client_secret))
  const api = isPatient ? hasty.patient() : hasty
  const business = async (fields: Record<string, unknown> = {}): Promise<Business> =>
    (await api.call('createBusiness', { body: { legal_name: name, ...fields } })).body.data
  return {
    id: client_id,
    secret: client_secret,
    postgresAdminUrl: target.postgresAdminUrl,
    api,
    business,
    books: async (fields) => new Books(api, await business(fields)),
  }
}

export async function platformToken(api: Api, id: string, secret: string, scope?: string): Promise<string> {
  const form = { grant_type: 'client_credentials', client_id: id, client_secret: secret, ...(scope ? { scope } : {}) }
  const answer = await api.as(undefined).call('issueToken', {
    rawBody: new URLSearchParams(form).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  return answer.body.access_token
}
