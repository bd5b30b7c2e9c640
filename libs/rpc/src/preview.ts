/**
 * Previews (`validate_only`): a call is answered as it would be, with what it would do to the journal, and nothing of it
 * stays. Whoever serves it runs it in transactions that are rolled back.
 */
import type { PreviewedAnswer__Output } from '@pacioli/protos/calls'
import type {
  EnsuredAccount,
  EnsuredAccount__Output,
  LedgerEntry,
  PreviewedBalance,
  WritePreview,
} from '@pacioli/protos/ledger'

/** A balance of an account before the write and after it, in minor units, in the normality of the account. */
type Balance = PreviewedBalance & { before: number; after: number }

/** Without what is not there, which is null in a message as it was decoded. */
const asRead = ({
  account_id = '',
  name = '',
  account_subtype = '',
  ...others
}: EnsuredAccount): EnsuredAccount__Output => ({
  ...{ account_id, name, account_subtype },
  account_number: others.account_number ?? undefined,
  stable_name: others.stable_name ?? undefined,
  parent_stable_name: others.parent_stable_name ?? undefined,
})

/** What a previewed write would leave: collected while it runs, by whatever services it takes. */
export class Preview {
  readonly #accounts: EnsuredAccount__Output[]
  /** Of the accounts, those that were there already when this began. */
  readonly #supposed: number
  readonly #entries: LedgerEntry[] = []
  readonly #balances = new Map<string, Balance>()
  /** Of postings, by their keys: the entries that they would have, or have already. */
  readonly entryIds = new Map<string, string>()
  readonly #through: { service: string; at: string }[] = []

  /** @param accounts that the write has had opened before: they are supposed to be there */
  constructor(accounts: readonly EnsuredAccount[] = []) {
    this.#accounts = accounts.map(asRead)
    this.#supposed = accounts.length
  }

  /** Accounts that the write opens before it posts to them. */
  get accounts(): readonly EnsuredAccount__Output[] {
    return this.#accounts
  }

  opens(accounts: readonly EnsuredAccount[]): void {
    const known = new Set(this.#accounts.map(({ account_id }) => account_id))
    this.#accounts.push(...accounts.map(asRead).filter(({ account_id }) => !known.has(account_id)))
  }

  /** What is tried in parts adds up: balances begin where the first part found them. */
  posts(entries: readonly LedgerEntry[], balances: readonly PreviewedBalance[]): void {
    this.#entries.push(...entries)
    for (const balance of balances) {
      const { before = 0, after = 0 } = balance
      const key = `${balance.account?.id?.id} ${balance.basis}`
      const known = this.#balances.get(key)
      this.#balances.set(key, known ? { ...known, after: known.after + after - before } : { ...balance, before, after })
    }
  }

  /** A service tried its part. The last time counts. */
  tried(service: string, at: Date): void {
    const known = this.#through.find((part) => part.service === service)
    if (known) known.at = at.toISOString()
    else this.#through.push({ service, at: at.toISOString() })
  }

  /** What another service says of its part. */
  add({ accounts, preview }: Pick<PreviewedAnswer__Output, 'accounts' | 'preview'>): void {
    this.opens(accounts)
    if (!preview) return
    this.posts(preview.entries, preview.balances)
    for (const { service, at } of preview.through) this.tried(service, new Date(at))
  }

  /** For whoever called. */
  answer(): { accounts: EnsuredAccount[]; preview: WritePreview } {
    return { accounts: this.#accounts.slice(this.#supposed), preview: this.toMessage() }
  }

  toMessage(): WritePreview {
    return { entries: this.#entries, balances: [...this.#balances.values()], through: this.#through }
  }
}
