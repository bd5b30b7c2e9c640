/** Clients by common generators: each compiles, posts an entry and reads it back. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { compile, generate, GENERATOR_NAMES, layOut, post, type Inputs } from '@pacioli/reference'
import { testDirectory } from '@pacioli/testing'
import { beforeAll, expect, test } from 'vitest'
import { newClient, platformToken, type Books, type Entry, type Target } from '../src/index.ts'

type Entered = { posted: Entry; read: Entry; amounts: number[] }

/** The tests; the stack is there when they begin. */
export function generatedClientsPost(at: () => Target): void {
  let folder: string
  let books: Books
  let token: string

  beforeAll(async () => {
    folder = testDirectory('generators')
    layOut(folder)
    const client = await newClient(at(), 'generators')
    books = await client.books()
    token = await platformToken(client.api, client.id, client.secret)
    const answer = await fetch(`${at().baseUrl}/openapi.json`)
    writeFileSync(join(folder, 'openapi.json'), await answer.text())
  })

  test('they are generated', async () => {
    const ran = await Promise.all(GENERATOR_NAMES.map((name) => generate(name, join(folder, 'openapi.json'), folder)))
    for (const [index, { status, printed }] of ran.entries())
      expect([GENERATOR_NAMES[index], status, status === 0 ? '' : printed]).toEqual([GENERATOR_NAMES[index], 0, ''])
  })

  test('they compile strictly, along with what uses them', async () => {
    expect(await compile(folder)).toMatchObject({ status: 0, printed: '' })
  })

  test.each(GENERATOR_NAMES)('the client of %s posts an entry, reads it back, and reports a refusal', async (name) => {
    const given = (debit: number, credit: number): Inputs => ({
      BASE_URL: at().baseUrl,
      BUSINESS: books.business.id,
      TOKEN: token,
      EXTERNAL_ID: `${name}-${debit - credit}`,
      DEBIT: `${debit}`,
      CREDIT: `${credit}`,
    })
    const [entered, refused] = await Promise.all([
      post(name, folder, given(700, 700)),
      post(name, folder, given(700, 699)),
    ])
    expect(entered).toMatchObject({ status: 0 })
    const { posted, read, amounts } = JSON.parse(entered.printed) as Entered
    expect(read).toEqual(posted)
    expect(amounts).toEqual([700, 700])
    expect(await books.entry(posted.id)).toEqual(read)
    expect(refused).toMatchObject({ status: 0, printed: `${JSON.stringify({ refused: 'UnbalancedEntry' })}\n` })
  })
}
