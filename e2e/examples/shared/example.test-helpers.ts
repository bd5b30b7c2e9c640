/** An example, run as its npm script does, against the stack of the test run or one of its own, and what it has left there. */
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { compileCacheEnv } from '@pacioli/dev-stack'
import { beforeAll, expect } from 'vitest'
import { newClient, target, type Target, type TestClient } from '../../src/index.ts'

/** Of the file `<name>.ts`. Its client is its own: nobody else's businesses come in between. */
export function exampleOf(name: string, stack: () => Target = target) {
  const program = join(import.meta.dirname, '..', `${name}.ts`)
  let client: TestClient
  beforeAll(async () => {
    client = await newClient(stack(), `example of ${name}`)
  })

  /** Tables come without their lines. */
  const example = (...args: string[]): Promise<{ status: number; printed: string }> => {
    const { baseUrl, token } = client.api
    return new Promise((resolve, reject) => {
      execFile(
        process.execPath,
        [program, '--url', baseUrl, '--token', token ?? '', ...args],
        { env: { ...process.env, ...compileCacheEnv() } },
        (error, stdout, stderr) => {
          const status = error ? error.code : 0
          const printed = (stdout + stderr).replaceAll('│', '|').replace(/ +/g, ' ')
          if (typeof status === 'number') resolve({ status, printed })
          else reject(error ?? new Error('no status'))
        },
      )
    })
  }

  const call = async <Body>(method: string, path: string, body?: object): Promise<Body> => {
    const { baseUrl, token } = client.api
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
      body: body && JSON.stringify(body),
    })
    expect([path, response.ok]).toEqual([path, true])
    return (await response.json()) as Body
  }

  const countOf = async (path: string): Promise<number> =>
    (
      await call<{ meta: { pagination: { total_count: number } } }>(
        'GET',
        `${path}${path.includes('?') ? '&' : '?'}limit=1`,
      )
    ).meta.pagination.total_count

  const businessIn = (printed: string): string => /\/v1\/businesses\/[0-9a-f-]{36}/.exec(printed)?.[0] ?? 'none'

  const sample = (file: string): string => readFileSync(join(import.meta.dirname, '..', `sample-${name}`, file), 'utf8')

  return { example, call, countOf, businessIn, sample }
}
