/** A caller that previews each write of a business before it sends it, and compares what it was told with what came about. */
import { digestOfBooks } from '@pacioli/testing'
import { expect } from 'vitest'
import { Api, type Answer, type Call, type Caller } from './api.ts'
import type { Answers, Entry, OperationId } from './answers.ts'
import { allPages, Books } from './books.ts'
import type { components } from '@pacioli/client'

export type WritePreview = components['schemas']['Write_Preview']

type Body = { data?: unknown; meta?: { preview?: WritePreview } & Record<string, unknown> }

/** Whether an operation can be previewed. */
export const isPreviewable = (api: Api, operationId: string): boolean =>
  api.contract.operation(operationId).parameters.some(({ name }) => name === 'validate_only')

/** What a preview says beside the answer of its write. @throws Error for an answer without one */
export function previewIn(answer: Answer<unknown>): WritePreview {
  const { preview } = (answer.body as Body).meta ?? {}
  if (!preview) throw new Error(`${answer.operationId} should have told its preview, but: ${answer.text.slice(0, 500)}`)
  return preview
}

/** The balances of both bases by account and basis, in the form of a preview. */
async function balancesOf(books: Books): Promise<Map<string, number>> {
  const bases = ['ACCRUAL', 'CASH'] as const
  const all = await Promise.all(
    bases.map(async (basis) =>
      (await books.balanceNodes({ reporting_basis: basis, include_archived: true })).map(
        ({ id, balance }) => [`${id.id} ${basis}`, balance] as const,
      ),
    ),
  )
  return new Map(all.flat())
}

/** What services own of a business; two tables of billing follow events of the ledger as well, at any moment. */
async function digestOf(adminUrl: string, { id }: Books): Promise<Record<string, string>> {
  const all = await digestOfBooks(adminUrl, id)
  const { 'billing.contact_entries': _entries, 'billing.contact_balances': _balances, ...own } = all
  return own
}

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g
const INSTANT = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g

/** Two texts without the ids and times that only one of them has: each is numbered as it comes. */
function withoutOwn(one: string, other: string): [string, string] {
  const without = (text: string, rival: string): string => {
    const numbers = new Map<string, number>()
    const numbered = (found: string): string => {
      if (rival.includes(found)) return found
      if (!numbers.has(found)) numbers.set(found, numbers.size)
      return `<id ${numbers.get(found)}>`
    }
    return text.replaceAll(UUID, numbered).replaceAll(INSTANT, (at) => (rival.includes(at) ? at : '<time>'))
  }
  return [without(one, other), without(other, one)]
}

/** The answer as the write gives it, with what a preview alone has taken away. */
function answered(answer: Answer<unknown>): unknown {
  const parsed = JSON.parse(answer.text) as unknown
  if (Array.isArray(parsed)) return { data: parsed }
  const { meta, ...body } = parsed as Body & { request_id?: string }
  const { preview: _preview, ...rest } = meta ?? {}
  if (answer.status >= 400) return { ...body, request_id: undefined, meta: { ...rest, request_id: undefined } }
  return Object.keys(rest).length === 0 ? body : { ...body, meta: rest }
}

const entryKey = ({ basis, entry_at, memo, source_id, line_items }: Entry): string =>
  JSON.stringify([
    basis,
    entry_at,
    memo,
    line_items.map((line) => [line.account.id.id, line.amount, line.direction]),
    source_id,
  ])

/** Entries in an order that does not depend on their ids. */
const inOrder = (entries: readonly Entry[]): Entry[] =>
  entries.toSorted((one, other) => (entryKey(one) < entryKey(other) ? -1 : 1))

/**
 * What comes about by itself between a preview and its write: lines of the journal reach what a contact owes a little
 * later, and so does the seal over a closing.
 */
const FOLLOWING = new Set(['balance', 'overdue_balance', 'seal'])

const text = (value: unknown): string =>
  JSON.stringify(value, (key, part: unknown) => (FOLLOWING.has(key) ? undefined : part), 1)

/** The lines in which two texts differ: a whole answer is more than a failure can show. */
function differing(foreseen: string, came: string): { foreseen: string[]; came: string[] } {
  const [one, other] = [foreseen.split('\n'), came.split('\n')]
  const differs = (_line: string, at: number): boolean => one[at] !== other[at]
  return { foreseen: one.filter(differs), came: other.filter(differs) }
}

const SAME = { foreseen: [], came: [] }

/** A bare list is answered in another form when it is previewed, under a status of its own. */
const statusOf = (preview: Answer<unknown>, written: Answer<unknown>): number =>
  preview.operationId === 'createInvoices' && preview.status === 202 ? written.status : preview.status

/** Calls each write twice: first to see what it would do. */
export class PreviewingApi extends Api {
  /** The operations that were previewed, by what became of them. */
  readonly previewed: Set<string>

  readonly #adminUrl: string

  /** @param adminUrl the superuser's URL of the stack */
  constructor(api: Api, adminUrl: string, previewed = new Set<string>()) {
    super(api.baseUrl, api.contract, api)
    this.#adminUrl = adminUrl
    this.previewed = previewed
  }

  protected override derived(caller: Caller): PreviewingApi {
    return new PreviewingApi(super.derived(caller), this.#adminUrl, this.previewed)
  }

  override async call<Name extends OperationId>(operationId: Name, call: Call = {}): Promise<Answer<Answers[Name]>> {
    const isPlain = call.query?.validate_only === undefined && call.headers?.['idempotency-key'] === undefined
    if (!isPlain || this.isKeyed || !isPreviewable(this, operationId)) return super.call(operationId, call)
    const { businessId } = { ...this.path, ...call.path }
    const books =
      businessId === undefined
        ? undefined
        : new Books(new Api(this.baseUrl, this.contract, this), { id: businessId } as never)
    const before = books && (await this.#stateOf(books))
    const preview = await super.call(operationId, { ...call, query: { ...call.query, validate_only: true } })
    if (books) expect(await digestOf(this.#adminUrl, books), operationId).toEqual(before?.digest)
    const written = await super.call(operationId, call)
    this.previewed.add(`${operationId} ${written.status < 400 ? 'written' : 'refused'}`)
    const [foreseen, came] = withoutOwn(text(answered(preview)), text(answered(written)))
    expect(differing(foreseen, came), `what ${operationId} was to answer`).toEqual(SAME)
    expect([operationId, statusOf(preview, written)]).toEqual([operationId, written.status])
    expect(preview.headers['pacioli-posting']).toEqual(written.headers['pacioli-posting'])
    if (written.status < 400) {
      if (books && before) await this.#expectForeseen(operationId, books, before, previewIn(preview))
      else previewIn(preview)
    }
    return written
  }

  async #stateOf(books: Books) {
    const entries = await allPages((cursor) => books.entries({ limit: 500, cursor }))
    return {
      entries,
      balances: await balancesOf(books),
      digest: await digestOf(this.#adminUrl, books),
    }
  }

  async #expectForeseen(
    operationId: OperationId,
    books: Books,
    before: { entries: Entry[]; balances: Map<string, number> },
    { entries, balances }: WritePreview,
  ): Promise<void> {
    const known = new Set(before.entries.map(({ id }) => id))
    const after = await allPages((cursor) => books.entries({ limit: 500, cursor }))
    const posted = after.filter(({ id }) => !known.has(id))
    const [foreseen, came] = withoutOwn(text(inOrder(entries)), text(inOrder(posted)))
    expect(differing(foreseen, came), `the entries that ${operationId} foresaw`).toEqual(SAME)
    const are = await balancesOf(books)
    const moved = new Map([...are].filter(([key, balance]) => balance !== (before.balances.get(key) ?? 0)))
    const told = balances.map(
      ({ account, basis, before: was, after: is }) => [`${account.id.id} ${basis}`, was, is] as const,
    )
    for (const [key, was, is] of told)
      expect([operationId, key, was, is]).toEqual([operationId, key, before.balances.get(key) ?? 0, are.get(key)])
    const untold = new Set<string>(told.map(([key]) => key))
    expect(
      [...moved.keys()].filter((key) => !untold.has(key)),
      `balances that ${operationId} moved untold`,
    ).toEqual([])
  }
}
