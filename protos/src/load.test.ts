import { loadSync, type ServiceDefinition } from '@grpc/proto-loader'
import { globSync, readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { loadServices } from './load.ts'
import { folders } from './root.ts'

const domains = readdirSync(`${folders[0]}pacioli`)
const options = { keepCase: true, longs: Number, enums: String, defaults: true, includeDirs: [...folders] }

const services = domains.flatMap((domain) =>
  Object.entries(loadSync(globSync(`pacioli/${domain}/v1/*.proto`, { cwd: folders[0] }), options))
    .filter((entry): entry is [string, ServiceDefinition] => !('format' in entry[1]))
    // A package may import another one, which has services of its own.
    .filter(([name]) => name.startsWith(`pacioli.${domain}.`))
    .map(([name, definition]) => ({ domain, name: name.slice(name.lastIndexOf('.') + 1), definition })),
)

const load = (domain: string) => loadServices<Record<string, ServiceDefinition>>(domain)

/** Where a call goes, and what arrives of messages in which nothing is said. */
const shown = (definition: ServiceDefinition) =>
  Object.entries(definition).map(([name, method]) => ({
    name,
    path: method.path,
    streams: [method.requestStream, method.responseStream],
    request: method.requestDeserialize(method.requestSerialize({})),
    answer: method.responseDeserialize(method.responseSerialize({})),
  }))

test('every service is what @grpc/proto-loader makes of it', () => {
  expect(services.length).toBeGreaterThan(20)
  for (const { domain, name, definition } of services)
    expect(shown(load(domain)[name] ?? {}), name).toEqual(shown(definition))
})

test('an amount beyond 32 bits arrives as a number, a file as its bytes', () => {
  const { PostJournalEntry } = load('ledger').JournalService ?? {}
  const entry = { entry_at: '2026-01-01T00:00:00Z', line_items: [{ amount: Number.MAX_SAFE_INTEGER }], tags: [] }
  expect(PostJournalEntry?.requestDeserialize(PostJournalEntry.requestSerialize(entry))).toMatchObject(entry)

  const { GetReport } = load('reporting').ReportsService ?? {}
  const piece = { json: Buffer.from('{"rows":[]}') }
  expect(GetReport?.responseDeserialize(GetReport.responseSerialize(piece))).toEqual(piece)
})
