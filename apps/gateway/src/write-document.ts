/**
 * `npm run client:document`: writes the OpenAPI document without its examples into a file. `--whole` names another file
 * for the whole of it.
 */
import { createLogger, createMetrics } from '@pacioli/service'
import { writeFileSync } from 'node:fs'
import { inspect, parseArgs } from 'node:util'
import { buildApp } from './app.ts'
import { loadSigningKeys, newSigningKey } from './auth/signing-keys.ts'
import { connectServices } from './services.ts'

/** Nothing listens there, and nothing is called. */
const NOWHERE = '127.0.0.1:1'

const { values, positionals } = parseArgs({ options: { whole: { type: 'string' } }, allowPositionals: true })
const [file] = positionals
if (file === undefined) throw new Error('Which file is it to be written to?')

try {
  const body = await documentOf()
  writeFileSync(file, `${JSON.stringify(withoutExamples(JSON.parse(body)), null, 1)}\n`)
  if (values.whole !== undefined) writeFileSync(values.whole, body)
} catch (error) {
  // A mistake in a proto names the proto; any other needs its stack.
  const saysWhere = error instanceof Error && error.name === 'Error'
  process.stderr.write(`${saysWhere ? error.message : inspect(error)}\n`)
  process.exitCode = 1
}

async function documentOf(): Promise<string> {
  const { services, methodOf, close } = connectServices({
    ledger: NOWHERE,
    banking: NOWHERE,
    billing: NOWHERE,
    reporting: NOWHERE,
  })
  try {
    const { app } = await buildApp({
      services,
      methodOf,
      keys: await loadSigningKeys([await newSigningKey()]),
      issuer: 'http://127.0.0.1:8080',
      audience: 'pacioli',
      cursorKey: Buffer.alloc(32),
      baseUrl: 'http://127.0.0.1:8080',
      logger: createLogger('gateway', 'silent'),
      metrics: createMetrics('gateway'),
    })
    await app.ready()
    const { body } = await app.inject({ url: '/openapi.json' })
    await app.close()
    return body
  } finally {
    close()
  }
}

/** Beside a schema it is an example; among properties it is a field of that name, with a schema of its own. */
function isExample(name: string, within: string): boolean {
  return (name === 'example' || name === 'examples') && within !== 'properties'
}

function withoutExamples(part: unknown, within = ''): unknown {
  if (Array.isArray(part)) return part.map((one) => withoutExamples(one))
  if (typeof part !== 'object' || part === null) return part
  const kept = Object.entries(part).filter(([name]) => !isExample(name, within))
  return Object.fromEntries(kept.map(([name, value]) => [name, withoutExamples(value, name)]))
}
