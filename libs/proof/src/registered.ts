/** The businesses that are audited in turn. */
import type { Database, Tx } from '@pacioli/db'
import type { Tenant } from '@pacioli/rpc'
import type { AuditOptions } from './audit.ts'
import { findUnregistered, register, type Scope } from './proof.store.ts'

/** How often it looks for businesses that nobody told it of. */
const REGISTER_MS = 600_000
const PAGE = 500
const MOST_KNOWN = 100_000

export type Businesses = {
  /** Connected as the relay's role: it sees all businesses. */
  relayDb: Database
  /** A page of all businesses in the order of their ids, as the relay's role. */
  loadPage: (
    tx: Tx,
    page: { after: string | undefined; limit: number; only: string | undefined },
  ) => Promise<readonly Tenant[]>
}

type Options = Businesses & Pick<AuditOptions, 'db' | 'clock' | 'checks'>

export class Registered {
  readonly #options: Options
  readonly #scopes: readonly Scope[]
  /** As far as this process remembers. */
  readonly #known = new Set<string>()
  #addAt = 0

  constructor(options: Options) {
    this.#options = options
    this.#scopes = (['OWN', 'ACROSS'] as const).filter((scope) => options.checks[scope])
  }

  /** The business, which is registered then; none where it is not one of this service. */
  async find(businessId: string): Promise<Tenant | undefined> {
    const { relayDb, loadPage } = this.#options
    const [tenant] = await inParts(relayDb, (tx) => loadPage(tx, { after: undefined, limit: 1, only: businessId }))
    if (tenant) await this.#add([tenant])
    return tenant
  }

  /** Businesses of before there was an auditor, or that were touched while there was none. */
  async addOthers(isStopped: () => boolean): Promise<void> {
    if (performance.now() < this.#addAt) return
    const { relayDb, loadPage } = this.#options
    for (const part of await relayDb.parts())
      for (let after: string | undefined; !isStopped();) {
        const page = await part.transact({}, (tx) => loadPage(tx, { after, limit: PAGE, only: undefined }))
        const ids = page.map(({ businessId }) => businessId)
        const missing = new Set(await part.transact({}, (tx) => findUnregistered(tx, ids)))
        await this.#add(page.filter(({ businessId }) => missing.has(businessId)))
        if (page.length < PAGE) break
        after = page.at(-1)?.businessId
      }
    this.#addAt = performance.now() + REGISTER_MS
  }

  async #add(tenants: readonly Tenant[]): Promise<void> {
    const { db, clock } = this.#options
    const fresh = tenants.filter(({ businessId }) => !this.#known.has(businessId))
    for (const businessIds of await db.groupsOf(fresh.map(({ businessId }) => businessId)))
      await db.transactMany({ businessIds }, async (tx) =>
        register(
          tx,
          this.#scopes,
          fresh.filter(({ businessId }) => businessIds.includes(businessId)),
          clock(),
        ),
      )
    if (this.#known.size > MOST_KNOWN) this.#known.clear()
    for (const { businessId } of fresh) this.#known.add(businessId)
  }
}

/** What each part of the rows has, for what goes through those of all tenants. */
export async function inParts<Row>(db: Database, read: (tx: Tx) => Promise<readonly Row[]>): Promise<Row[]> {
  const found = await db.inEachPart((part) => part.transact({}, read))
  return found.flat()
}
