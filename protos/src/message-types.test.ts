import { writeFileSync } from 'node:fs'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { typesOf } from './message-types.ts'
import { protoRoot } from './root.ts'

const OPTIONS = `
  syntax = "proto3";
  package pacioli.api;
  import "google/protobuf/descriptor.proto";
  message Rule { string format = 1; repeated string values = 2; Limit limit = 3; }
  message Limit { int64 most = 1; }
  extend google.protobuf.FieldOptions { Rule rule = 50001; }
  extend google.protobuf.MessageOptions { Rule shape = 50002; }
  extend google.protobuf.ServiceOptions { string path = 50003; }`

const COMMON = `
  syntax = "proto3";
  package pacioli.common.v1;
  message Tag { string key = 1; }`

/** The types of a package `shop`, whose protos may import the two above. */
async function typesOfShop(proto: string): Promise<string | undefined> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'pacioli-protos-'))
  const files = { 'options.proto': OPTIONS, 'common.proto': COMMON, 'shop.proto': `syntax = "proto3"; ${proto}` }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder.path, name), text)

  const root = protoRoot()
  const { resolvePath } = root
  root.resolvePath = (from, path) => (path in files ? join(folder.path, path) : resolvePath(from, path))
  root.loadSync('shop.proto', { keepCase: true, alternateCommentMode: true }).resolveAll()
  return typesOf(root).get('shop.ts')
}

test('all may be left out of what is sent, and what is received has defaults', async () => {
  const types = await typesOfShop(`
    package pacioli.shop.v1;
    message Item {
      string item_name = 1;
      int64 amount = 2;
      double rate = 3;
      bool is_new = 4;
      bytes content = 5;
      optional string memo = 6;
      repeated string notes = 7;
      map<string, int32> counts = 8;
    }`)
  expect(types).toContain(`export interface Item {
  item_name?: string
  amount?: number
  rate?: number
  is_new?: boolean
  content?: Uint8Array
  memo?: string
  notes?: string[]
  counts?: { [key: string]: number }
}

export interface Item__Output {
  item_name: string
  amount: number
  rate: number
  is_new: boolean
  content: Buffer
  memo?: string
  notes: string[]
  counts: { [key: string]: number }
}`)
})

test('a message within another one may be null, those of a list are not', async () => {
  const types = await typesOfShop(`
    package pacioli.shop.v1;
    import "common.proto";
    message Item {
      message Part { Kind kind = 1; }
      enum Kind { NONE = 0; NEW = 1; }
      Part part = 1;
      optional Part other = 2;
      repeated Part parts = 3;
      map<string, Part> by_name = 4;
      pacioli.common.v1.Tag tag = 5;
      oneof either { string one = 6; Part two = 7; }
    }`)
  expect(types).toContain("import type * as common from './common.ts'")
  expect(types).toContain(`export interface Item__Output {
  part: Item_Part__Output | null
  other?: Item_Part__Output | null
  parts: Item_Part__Output[]
  by_name: { [key: string]: Item_Part__Output }
  tag: common.Tag__Output | null
  one?: string
  two?: Item_Part__Output | null
}`)
  expect(types).toContain("export type Item_Kind = 'NONE' | 'NEW'")
  expect(types).toContain('kind: Item_Kind\n')
})

test('a method has the messages that its callers send and its handlers receive', async () => {
  const types = await typesOfShop(`
    package pacioli.shop.v1;
    message Ask {}
    message Answer {}
    service ShopService { rpc Buy(Ask) returns (stream Answer); }`)
  expect(types).toContain('Buy: Method<Ask, Answer, Ask__Output, Answer__Output>')
  expect(types).toContain('ShopService: ShopServiceDefinition')
})

test('options change nothing', async () => {
  const plain = `
    message Ask { string day = 1; }
    service ShopService { rpc Buy(Ask) returns (Ask); }`
  const optioned = `
    import "options.proto";
    import "google/api/annotations.proto";
    message Ask {
      option (pacioli.api.shape) = { format: "day" values: ["a", "b"] limit: { most: 3 } };
      string day = 1 [(pacioli.api.rule) = { format: "date" limit: { most: 3 } }, deprecated = true];
    }
    service ShopService {
      option (pacioli.api.path) = "/shop";
      rpc Buy(Ask) returns (Ask) { option (google.api.http) = { post: "/v1/shop/{day}" body: "*" }; }
    }`
  const expected = await typesOfShop(`package pacioli.shop.v1; ${plain}`)
  expect(expected).toContain('day: string')
  expect(await typesOfShop(`package pacioli.shop.v1; ${optioned}`)).toBe(expected)
})

test('comments come along, and end where they end', async () => {
  const types = await typesOfShop(`
    package pacioli.shop.v1;
    // What is asked.
    // Once.
    message Ask {
      // From */ on.
      string day = 1;
    }`)
  expect(types).toContain(
    '/** What is asked.\n * Once. */\nexport interface Ask {\n  /** From * / on. */\n  day?: string\n}',
  )
})

test('a message can have no part of a package without types', async () => {
  await expect(
    typesOfShop('package pacioli.shop.v1; import "options.proto"; message Ask { pacioli.api.Rule rule = 1; }'),
  ).rejects.toThrow("pacioli.api.Rule can't be part of a message")
})
