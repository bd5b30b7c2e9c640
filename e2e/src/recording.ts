/** A caller that keeps reports and lists of its books as it writes, and asks for them again as they were recorded. */
import { setTimeout as pause } from 'node:timers/promises'
import { waitFor } from '@pacioli/testing'
import { expect } from 'vitest'
import { Api, type Answer, type Call, type Caller } from './api.ts'
import type { Answers, OperationId, Report } from './answers.ts'
import { linesNow, pagesOf, type ListedLines } from './recorded-lines.ts'

type Asked = { operationId: OperationId; call: Call }
type Kept = Asked & { text: string; through: string }

const YEAR = { start_date: '2025-12-01', end_date: '2026-12-31' }
const DAY = { effective_date: '2026-01-20' }

const STATEMENTS: Asked[] = (['ACCRUAL', 'CASH'] as const).flatMap((reporting_basis) => [
  { operationId: 'getTrialBalance', call: { query: { effective_date: '2026-12-31', reporting_basis } } },
  { operationId: 'getProfitAndLoss', call: { query: { ...YEAR, reporting_basis } } },
  {
    operationId: 'getBalanceSheet',
    call: { query: { ...DAY, reporting_basis, compare_to: 'PREVIOUS_PERIOD', comparison_periods: 2 } },
  },
  { operationId: 'getCashflowStatement', call: { query: { ...YEAR, reporting_basis } } },
  { operationId: 'getGeneralLedger', call: { query: { ...YEAR, reporting_basis } } },
])

const AGINGS: Asked[] = (['getApAging', 'getArAging'] as const).flatMap((operationId) => [
  { operationId, call: { query: DAY } },
  { operationId, call: { query: { effective_date: '2026-12-31' } } },
])

/** What differs between the same report at two moments of asking. */
export const withoutTime = (text: string): string => text.replace(/"generated_at":"[^"]*"/, '')

const throughOf = ({ text }: Answer<unknown>): string =>
  (JSON.parse(text) as { data: { through: string } }).data.through

/** What is kept of all callers of a business, and of which writes it is. */
class Keeper {
  readonly kept: Kept[] = []
  readonly lines: ListedLines[] = []
  writes = 0
  times = 0
}

/** Lists wait until reports have everything, so they are kept more seldom than reports. */
const LINES_EVERY = 3

export class RecordingApi extends Api {
  readonly #keeper: Keeper
  readonly #every: number
  readonly #more: readonly Asked[]

  /**
   * @param every so many writes the reports are kept
   * @param more reports beside the common ones
   */
  constructor(api: Api, every: number, more: readonly Asked[] = [], keeper = new Keeper()) {
    super(api.baseUrl, api.contract, api)
    this.#every = every
    this.#more = more
    this.#keeper = keeper
  }

  protected override derived(caller: Caller): RecordingApi {
    return new RecordingApi(super.derived(caller), this.#every, this.#more, this.#keeper)
  }

  override async call<Name extends OperationId>(operationId: Name, call: Call = {}): Promise<Answer<Answers[Name]>> {
    const answer = await super.call(operationId, call)
    const isWrite = this.contract.operation(operationId).method !== 'GET'
    const { businessId } = { ...this.path, ...call.path }
    if (isWrite && businessId !== undefined && answer.status < 400 && ++this.#keeper.writes % this.#every === 0)
      await this.keep(businessId)
    return answer
  }

  #plain(businessId: string): Api {
    return new Api(this.baseUrl, this.contract, { ...this, path: { businessId } })
  }

  /** Keeps the reports of the business as they are now, whatever is still on its way to them. */
  async keep(businessId: string): Promise<void> {
    const api = this.#plain(businessId)
    const asked = [...STATEMENTS, ...AGINGS, ...this.#more, ...(await this.#ledgersOfParties(api))]
    const answers = await Promise.all(asked.map(({ operationId, call }) => api.call(operationId, call)))
    for (const [index, answer] of answers.entries()) {
      const one = asked[index] as Asked
      expect([one, answer.status, answer.text.slice(0, 500)]).toMatchObject([one, 200, {}])
      this.#keeper.kept.push({
        ...one,
        call: { ...one.call, path: { businessId, ...one.call.path } },
        text: withoutTime(answer.text),
        through: throughOf(answer),
      })
    }
    if (this.#keeper.times++ % LINES_EVERY === 0) this.#keeper.lines.push(...(await linesNow(api, businessId)))
  }

  async #ledgersOfParties(api: Api): Promise<Asked[]> {
    const [vendors, customers] = await Promise.all([
      api.call('listVendors', { query: { limit: 2 } }),
      api.call('listCustomers', { query: { limit: 2 } }),
    ])
    return [
      ...vendors.body.data.map(({ id }): Asked => ({
        operationId: 'getVendorLedger',
        call: { path: { vendorId: id }, query: YEAR },
      })),
      ...customers.body.data.map(({ id }): Asked => ({
        operationId: 'getCustomerLedger',
        call: { path: { customerId: id }, query: YEAR },
      })),
    ]
  }

  /** Asks for all lists that were kept as they were recorded; returns how many these are. */
  async expectSameLines(): Promise<number> {
    for (const { businessId, through, accountId, query, pages } of this.#keeper.lines) {
      const again = await pagesOf(this.#plain(businessId), accountId, { ...query, recorded_as_of: through })
      expect([accountId, query, through, again]).toEqual([accountId, query, through, pages])
    }
    return this.#keeper.lines.length
  }

  /** Asks for all reports that were kept as they were recorded; returns how many these are. */
  async expectSame(): Promise<number> {
    const { kept } = this.#keeper
    for (const { operationId, call, text, through } of kept) {
      const answer = await this.#asRecorded(operationId, call, through)
      expect([operationId, call.query, through, withoutTime(answer.text)]).toEqual([
        operationId,
        call.query,
        through,
        text,
      ])
    }
    return kept.length
  }

  #asRecorded(operationId: OperationId, call: Call, recorded_as_of: string): Promise<Answer<unknown>> {
    // What was recorded just now may still be on its way to reports: they say so, and are asked again.
    return this.#plain(call.path?.['businessId'] as string)
      .patient()
      .call(operationId, { ...call, query: { ...call.query, recorded_as_of } })
  }

  /**
   * A moment that has passed for reports, with what they are of then: asked for by the moment and by what it is of, they are the
   * same.
   */
  async expectSameAt(businessId: string, at: Date): Promise<void> {
    for (const { operationId, call } of [...STATEMENTS, ...AGINGS]) {
      const of = { ...call, path: { businessId } }
      const answer = await waitFor('the moment to be in reports', async () => {
        const found = await this.#asRecorded(operationId, of, at.toISOString())
        if (found.status === 200) return found
        await pause(100)
        return undefined
      })
      const again = await this.#asRecorded(operationId, of, throughOf(answer))
      expect(withoutTime(again.text)).toBe(withoutTime(answer.text))
    }
  }

  /** What is kept, by its operation. */
  get kept(): readonly Kept[] {
    return this.#keeper.kept
  }
}

export type { Report }
