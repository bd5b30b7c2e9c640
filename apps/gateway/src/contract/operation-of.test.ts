import { loadProtos } from '@pacioli/protos'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { Contract } from './descriptors.ts'

const METHOD = 'pacioli.billing.v1.LoomsService.GetLoom'
const PATH = 'get: "/v1/businesses/{business_id}/looms/{loom_id}"'
const QUESTION = 'option idempotency_level = NO_SIDE_EFFECTS;'
const SCOPE = 'scope: "books:read"'
const SUCCESS = 'ok: "The loom."'
const REFUSAL = 'errors: "TaskNotFound"'
const UNKNOWN = 'unknown: "TaskNotFound"'

/** The operations of this release, and one more with these options. */
function contractWith({
  path = PATH,
  question = QUESTION,
  unknown = UNKNOWN,
  says = `${SCOPE} ${SUCCESS} ${REFUSAL}`,
}): Contract {
  const folder = mkdtempSync(join(tmpdir(), 'pacioli-protos-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, 'pacioli', 'billing', 'v1'), { recursive: true })
  writeFileSync(
    join(folder, 'pacioli', 'billing', 'v1', 'looms.proto'),
    `syntax = "proto3";
     package pacioli.billing.v1;
     import "google/api/annotations.proto";
     import "pacioli/api/options.proto";
     message GetLoomRequest { string loom_id = 1 [(pacioli.api.field) = { format: ID ${unknown} }]; }
     message LoomAnswer { GetLoomRequest data = 1; }
     service LoomsService {
       rpc GetLoom(GetLoomRequest) returns (LoomAnswer) {
         option (google.api.http) = { ${path} };
         ${question}
         option (pacioli.api.operation) = { ${says} };
       }
     }`,
  )
  return new Contract(loadProtos(`${folder}/`))
}

test('an operation with all it needs is accepted', () => {
  expect(contractWith({}).operation('getLoom')).toMatchObject({
    scope: 'books:read',
    pathFields: ['business_id', 'loom_id'],
  })
})

test.each([
  ['no scope', { says: SUCCESS }, `${METHOD} has no scope: give it one of books:read, books:write, configure`],
  [
    'a scope that is none',
    { says: `scope: "book:read" ${SUCCESS}` },
    `${METHOD} has a scope book:read: give it one of`,
  ],
  ['no success', { says: SCOPE }, `${METHOD} says nothing of a success: give it \`ok\`, \`created\` or \`accepted\``],
  [
    'a part of its path that is no field',
    { path: 'get: "/v1/businesses/{business_id}/looms/{lom_id}"' },
    '/looms/{lom_id} has {lom_id}, which .pacioli.billing.v1.GetLoomRequest does not have',
  ],
  [
    'a part of another path that is no field',
    { path: `${PATH} additional_bindings { get: "/v1/looms/{id}" }` },
    '/v1/looms/{id} has {id}, which .pacioli.billing.v1.GetLoomRequest does not have',
  ],
  [
    'a GET that may change something',
    { question: '' },
    `${METHOD} is a GET, so it changes nothing: \`idempotency_level`,
  ],
  [
    'a name in its path that is refused as nothing',
    { unknown: '' },
    `${METHOD} has {loom_id} in its path: give it one`,
  ],
  [
    'a name in its path that is refused as nothing it says',
    { unknown: 'unknown: "BillNotFound"' },
    `${METHOD} has {loom_id} in its path: give it one of TaskNotFound as \`unknown\``,
  ],
  ['a refusal that is none', { says: `${SCOPE} ${SUCCESS} errors: "LoomLost"` }, 'names an error LoomLost'],
  ['a bucket that is none', { says: `${SCOPE} ${SUCCESS} bucket: "looms"` }, 'a bucket looms: there is bulkInvoices'],
])('one with %s is refused, by its name', (_what, options, message) => {
  expect(() => contractWith(options)).toThrow(message)
})
