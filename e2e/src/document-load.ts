/** What writers of documents share: each works on one vendor or customer at a time, and notes what it was promised. */
import { randomInt, randomUUID } from 'node:crypto'
import { Writers } from './writers.ts'

const WRITERS = 8
/** More than writers, so that one is always free. */
const FAMILIES = 12

/** A request that was acknowledged, to be sent again. */
export type Sent = { path: string; key: string; body: object; answer: unknown }

type Step = () => Promise<void>
export type Steps = [Step, ...Step[]]

export abstract class DocumentLoad<Family> extends Writers {
  /** Vendors or customers with their documents; one step at a time works on one. */
  readonly families: Family[] = []
  /** Creates that were acknowledged. */
  readonly sent: Sent[] = []
  readonly #idle: Family[] = []

  /** A new vendor or customer. */
  protected abstract begin(index: number): Promise<Family>

  /** One of these is done at a time; each finds something else to do where there is nothing for it. */
  protected abstract stepsOn(family: Family): Steps

  async prepare(): Promise<void> {
    for (let index = 0; index < FAMILIES; index++) {
      const family = await this.begin(index)
      this.families.push(family)
      this.#idle.push(family)
    }
  }

  /** So many steps of eight writers, in the midst of which `disturb` happens. */
  run(steps: number, disturb: () => Promise<void>): Promise<void> {
    return this.write(steps, disturb, WRITERS, () => this.#step())
  }

  /** Taken out while it is worked on, so that no other writer meets it. */
  async #step(): Promise<void> {
    const [family] = this.#idle.splice(randomInt(this.#idle.length), 1)
    if (!family) throw new Error('Every vendor or customer is busy: there are too few of them.')
    const steps = this.stepsOn(family)
    await (oneOf(steps) ?? steps[0])()
    this.#idle.push(family)
  }

  /** Notes what was answered, for it to be sent again. */
  protected async create<Body>(path: string, body: object): Promise<Body> {
    const key = randomUUID()
    const answer = await this.sendUntilDone<Body>('POST', path, key, body)
    this.sent.push({ path, key, body, answer })
    return answer
  }
}

export const oneOf = <Item>(items: readonly Item[]): Item | undefined => items[randomInt(Math.max(items.length, 1))]

export const randomTime = (): string =>
  new Date(Date.UTC(2026, 0, 1 + randomInt(120), randomInt(24), randomInt(60))).toISOString()

/** Half of what is created is safe to repeat by its external_id too, the other half by the Idempotency-Key alone. */
export const maybeExternalId = (): { external_id?: string } => (randomInt(2) === 0 ? { external_id: randomUUID() } : {})
