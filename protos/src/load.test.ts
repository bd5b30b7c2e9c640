import { loadSync, type ServiceDefinition } from '@grpc/proto-loader'
import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { loadService } from './load.ts'

const folder = fileURLToPath(new URL('..', import.meta.url))
const files = readdirSync(`${folder}pacioli`, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.proto'))
  .map((file) => `pacioli/${file}`)

/** As the types are generated: the options of `npm run generate`. */
const options = { keepCase: true, longs: Number, enums: String, defaults: true, includeDirs: [folder] }

const services = files.flatMap((file) =>
  Object.entries(loadSync(file, options))
    .filter((entry): entry is [string, ServiceDefinition] => !('format' in entry[1]))
    .map(([name, definition]) => ({ file, name, definition })),
)

/** Where a call goes, and what arrives of messages in which nothing is said. */
const shown = (definition: ServiceDefinition) =>
  Object.entries(definition).map(([name, method]) => ({
    name,
    path: method.path,
    streams: [method.requestStream, method.responseStream],
    request: method.requestDeserialize(method.requestSerialize({})),
    answer: method.responseDeserialize(method.responseSerialize({})),
  }))

test('every service is what its types were generated from', () => {
  expect(services.length).toBeGreaterThan(20)
  for (const { file, name, definition } of services)
    expect(shown(loadService<ServiceDefinition>(file, name)), name).toEqual(shown(definition))
})

test('an amount beyond 32 bits arrives as a number, a file as its bytes', () => {
  const { PostJournalEntry } = loadService<ServiceDefinition>(
    'pacioli/ledger/v1/journal.proto',
    'pacioli.ledger.v1.JournalService',
  )
  const entry = { entry_at: '2026-01-01T00:00:00Z', line_items: [{ amount: Number.MAX_SAFE_INTEGER }], tags: [] }
  expect(PostJournalEntry?.requestDeserialize(PostJournalEntry.requestSerialize(entry))).toMatchObject(entry)

  const { GetReport } = loadService<ServiceDefinition>(
    'pacioli/reporting/v1/reports.proto',
    'pacioli.reporting.v1.ReportsService',
  )
  const piece = { json: Buffer.from('{"rows":[]}') }
  expect(GetReport?.responseDeserialize(GetReport.responseSerialize(piece))).toEqual(piece)
})
