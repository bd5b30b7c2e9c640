/** Tells a story to the API, call by call, and keeps what was sent and answered. */
import { setTimeout as pause } from 'node:timers/promises'
import { waitFor } from '@pacioli/testing'
import type { Api, Call } from '../src/api.ts'
import type { Answers, OperationId } from '../src/answers.ts'
import { shortened } from './shorten.ts'
import type { Step } from './steady.ts'

/** `form` is sent as a form, and shown as the object that it is. */
export type Told = Call & { as?: Api; form?: Record<string, string> }

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** The story is told on a Monday morning, a chapter an hour. */
const BEGINS = Date.UTC(2026, 1, 2, 8)

export class Telling {
  api: Api
  readonly steps: Step[] = []
  readonly #shown = new Set<string>()
  #chapter = BEGINS
  #calls = 0

  constructor(api: Api) {
    this.api = api
  }

  /** What is told from here on is an hour later, however much was told before. */
  chapter(): void {
    this.#chapter += HOUR_MS
    this.#calls = 0
  }

  /** Calls the operation, and keeps the body and the answer, unless an earlier call has shown these. */
  async tell<Name extends OperationId>(operationId: Name, told: Told = {}): Promise<Answers[Name]> {
    const { as = this.api, form, ...call } = told
    const step = await this.#step(operationId)
    const answer = await as.call(operationId, form ? { ...call, ...formOf(form, call) } : call)
    const { body, status } = answer
    const sent = form ?? call.body
    if (sent !== undefined) this.#keep(step, 'body', sent)
    this.#keep(step, String(status), shortened(body))
    if (answer.headers['pacioli-posting'] === 'pending') await this.posted()
    return body
  }

  /** The same call twice: what is there already is answered otherwise than what is new. */
  async twice<Name extends OperationId>(operationId: Name, told: Told = {}): Promise<Answers[Name]> {
    const first = await this.tell(operationId, told)
    await this.tell(operationId, told)
    return first
  }

  /** What happens later on its own is over when the next call begins: when it happened would else be chance. */
  async posted(): Promise<void> {
    await waitFor('everything to be posted', async () => {
      const { body } = await this.api.call('listPostings', { query: { status: 'PENDING', limit: 1 } })
      return body.meta.pagination.total_count === 0
    })
  }

  /** Waits until the reports and the feed have everything that was told. */
  async reported(): Promise<void> {
    await this.posted()
    const now = Date.now()
    await waitFor('the reports', async () => {
      const { headers } = await this.api.call('getTrialBalance', { query: { effective_date: '2026-01-31' } })
      return Date.parse(String(headers['pacioli-through'])) > now
    })
  }

  async #step(operationId: string): Promise<Step> {
    // An instant of the call before is never one of this.
    await pause(2)
    this.#calls += 1
    const step = { operationId, at: Date.now(), told: this.#chapter + this.#calls * MINUTE_MS, kept: {} }
    this.steps.push(step)
    return step
  }

  #keep(step: Step, part: string, value: unknown): void {
    const name = `${step.operationId} ${part}`
    if (this.#shown.has(name)) return
    this.#shown.add(name)
    step.kept[part] = value
  }
}

const formOf = (form: Record<string, string>, { headers }: Call): Call => ({
  rawBody: new URLSearchParams(form).toString(),
  headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
})
