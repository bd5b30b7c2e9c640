/** Which running product an example talks to. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DevInfo } from '@pacioli/dev-stack'
import type { Connection } from './api.ts'

/** The stack of this state directory, if one is running there; its client's credentials get a token that is fresh. */
export async function runningStack(stateDir: string): Promise<Connection | undefined> {
  const file = join(stateDir, 'dev.json')
  if (!existsSync(file)) return undefined
  const dev = JSON.parse(readFileSync(file, 'utf8')) as DevInfo
  const isReady = await fetch(`${dev.base_url}/readyz`).then(
    (response) => response.ok,
    () => false,
  )
  return isReady ? { baseUrl: dev.base_url, token: await tokenFor(dev) } : undefined
}

async function tokenFor({ base_url, client_id, client_secret }: DevInfo): Promise<string> {
  const form = new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret })
  const response = await fetch(`${base_url}/oauth2/token`, { method: 'POST', body: form })
  const text = await response.text()
  if (!response.ok) throw new Error(`${base_url} gave the demo client no token, but ${response.status}: ${text}`)
  return (JSON.parse(text) as { access_token: string }).access_token
}
