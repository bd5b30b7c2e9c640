import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runNode } from './node-service.ts'
import { writePrivateJson } from './secrets.ts'
import type { Secrets } from './secrets.ts'
import { issueToken } from './tokens.ts'
import { AUDIENCE, databaseEnv } from './topology.ts'
import type { StackEnvironment } from './topology.ts'

/** What a developer (and every example, test and benchmark) needs to talk to a stack; kept in `<state>/dev.json`. */
export interface DevInfo {
  base_url: string
  /** Valid for 12 hours from the start of the stack. */
  token: string
  client_id: string
  client_secret: string
  business_id: string
}

interface DemoClient {
  client_id: string
  client_secret: string
}

const ALL_SCOPES = 'books:read books:write configure:read configure:write'
const TWELVE_HOURS = 12 * 60 * 60

/** The demo client of this state directory; created on the first start by the ledger's own command-line tool. */
export async function demoClient(
  stateDir: string,
  around: StackEnvironment,
  env: NodeJS.ProcessEnv,
): Promise<DemoClient> {
  const file = join(stateDir, 'demo-client.json')
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as DemoClient
  const tool = join(around.appsDir, 'ledger-svc', 'src', 'clients.ts')
  const printed = await runNode('Creating the demo client', [tool, 'create', '--name', 'demo', '--json'], {
    ...env,
    ...databaseEnv('ledger-svc', around),
  })
  const { client_id, client_secret } = JSON.parse(printed) as DemoClient
  writePrivateJson(file, { client_id, client_secret })
  return { client_id, client_secret }
}

/** A token for the client, signed here because the gateway issues none for 12 hours. */
export function devToken(baseUrl: string, client: DemoClient, secrets: Secrets): string {
  return issueToken(secrets.signingKey, {
    issuer: baseUrl,
    audience: AUDIENCE,
    clientId: client.client_id,
    scope: ALL_SCOPES,
    lifetime: TWELVE_HOURS,
  })
}

/**
 * The demo business, created on the first start as any client would, with a token from the token endpoint. Its
 * external_id makes repetitions safe.
 */
export async function demoBusiness(stateDir: string, baseUrl: string, client: DemoClient): Promise<string> {
  const file = join(stateDir, 'demo-business.json')
  if (existsSync(file)) return (JSON.parse(readFileSync(file, 'utf8')) as { business_id: string }).business_id
  const { access_token } = await post<{ access_token: string }>(`${baseUrl}/oauth2/token`, {
    'content-type': 'application/x-www-form-urlencoded',
    body: new URLSearchParams({ grant_type: 'client_credentials', ...client }).toString(),
  })
  const business = { external_id: 'demo', legal_name: 'Demo Bakery LLC', entity_type: 'LLC', us_state: 'CA' }
  const { data } = await post<{ data: { id: string } }>(`${baseUrl}/v1/businesses`, {
    'content-type': 'application/json',
    authorization: `Bearer ${access_token}`,
    body: JSON.stringify(business),
  })
  writePrivateJson(file, { business_id: data.id })
  return data.id
}

async function post<T>(url: string, { body, ...headers }: Record<string, string> & { body: string }): Promise<T> {
  const response = await fetch(url, { method: 'POST', headers, body })
  const text = await response.text()
  if (!response.ok) throw new Error(`POST ${url} should have answered 2xx, but it answered ${response.status}: ${text}`)
  return JSON.parse(text) as T
}
