/** The ledger's answer to a query, and what may be posted under it. Pure. */
import { refused, translateProblems } from '@pacioli/errors'

/** An account or, where the business names accounts itself, its stable name. */
export type AccountIdentifier = { type: string; id?: string | undefined; stable_name?: string | undefined }

export type TagInput = {
  key: string
  value: string
  dimension_display_name?: string | undefined
  value_display_name?: string | undefined
  /** The intended definition, whatever its present name. */
  definition_id?: string | undefined
}

/** What a use case asks the ledger; `field` is where the caller wrote it, for refusals. */
export type Question = {
  accounts?: readonly { identifier: AccountIdentifier; field?: string }[]
  tags?: readonly { input: TagInput; field?: string }[]
  /** Whether the ledger reports the headroom even where there is plenty. */
  withHeadroom?: boolean
  /** Whether tags that do not exist are answered without being defined. */
  definesNothing?: boolean
}

export type AskedAccount = {
  id: string
  name: string
  accountNumber: string | null
  stableName: string | null
  normality: 'CREDIT' | 'DEBIT'
  type: string
  subtype: string
  isArchived: boolean
  /** Whether it is in the place of one that the ledger refused. */
  isStandIn?: true
}

export type AskedTag = {
  definitionId: string
  dimensionId: string
  key: string
  value: string
  dimensionDisplayName: string | null
  valueDisplayName: string | null
  strictness: string
}

/**
 * The recomputed change needs something that was not queried: another request came in between, or entries of a document are
 * not those that it should have. `missed` is queried with what is found anew.
 */
export class RetryDecision extends Error {
  readonly missed: Question

  constructor(missed: Question = {}) {
    super('The ledger must be asked again')
    this.name = 'RetryDecision'
    this.missed = missed
  }
}

/** A question that asks for what both do. */
export const askingBoth = (one: Question, other: Question): Question => ({
  ...one,
  ...other,
  accounts: [...(one.accounts ?? []), ...(other.accounts ?? [])],
  tags: [...(one.tags ?? []), ...(other.tags ?? [])],
})

/** What more may be debited in the journal, in minor units, and when the ledger was queried. */
export type Headroom = { left: number; askedAt: Date }

export type BooksFacts = {
  epoch: number
  closedThrough: Date | null
  businessArchivedAt: Date | null
  accounts: ReadonlyMap<string, AskedAccount>
  tags: ReadonlyMap<string, AskedTag>
  /** Undefined where it was not requested, and exceeds 2^52. */
  headroom?: Headroom | undefined
  matching: { roundingThreshold: number; adjustmentThreshold: number; suggestsAdjustments: boolean }
}

export const accountKey = ({ type, id, stable_name }: AccountIdentifier): string =>
  JSON.stringify(type === 'StableName' ? [type, stable_name] : [type, id?.toLowerCase()])
export const tagKey = ({ key, value, definition_id }: TagInput): string =>
  JSON.stringify(definition_id === undefined ? [key, value] : [definition_id])

/** The books as of the query. A decision made under them is accepted, whatever has changed since. */
export class Books {
  readonly facts: BooksFacts

  constructor(facts: BooksFacts) {
    this.facts = facts
  }

  get epoch(): number {
    return this.facts.epoch
  }

  get headroom(): Headroom | undefined {
    return this.facts.headroom
  }

  get matching(): BooksFacts['matching'] {
    return this.facts.matching
  }

  /** @throws RetryDecision if the account was not queried */
  account(identifier: AccountIdentifier): AskedAccount {
    const found = this.facts.accounts.get(accountKey(identifier))
    if (!found) throw new RetryDecision({ accounts: [{ identifier }] })
    return found
  }

  accountById(id: string): AskedAccount {
    return this.account({ type: 'AccountId', id })
  }

  /** @throws RetryDecision if the tag was not queried */
  tag(input: TagInput): AskedTag {
    const found = this.facts.tags.get(tagKey(input))
    if (!found) throw new RetryDecision({ tags: [{ input }] })
    return found
  }

  /** @throws AccountArchived */
  requirePostable(account: AskedAccount, field?: string): void {
    if (!account.isArchived) return
    throw refused('AccountArchived', `The account ${account.name} is archived and takes no postings.`, {
      ...(field === undefined ? {} : { field }),
      value: account.stableName ?? account.id,
    })
  }

  /** @throws BusinessArchived */
  requireOpenBusiness(): void {
    if (this.facts.businessArchivedAt !== null)
      throw refused('BusinessArchived', 'The business is archived: its books can be read, not written.')
  }

  isClosedAt(moment: Date): boolean {
    return this.facts.closedThrough !== null && moment <= this.facts.closedThrough
  }

  /** @throws PeriodClosed */
  requireOpenAt(moment: Date, field?: string): void {
    if (!this.isClosedAt(moment)) return
    throw refused(
      'PeriodClosed',
      `The books are closed through ${this.facts.closedThrough?.toISOString()}; this would post at ${moment.toISOString()}.`,
      { ...(field === undefined ? {} : { field }), value: moment.toISOString() },
    )
  }

  /** The instant itself, or the first one after the closed period: where reversals and replacements go. */
  firstOpenFrom(moment: Date): Date {
    const { closedThrough } = this.facts
    return closedThrough !== null && moment <= closedThrough ? new Date(closedThrough.getTime() + 1) : moment
  }
}

/**
 * Refusals of the ledger name positions in the question; the caller knows the fields of its own request, if there are
 * any.
 */
export const withFieldsOf = (question: Question, error: unknown): unknown =>
  translateProblems(error, (problem) => {
    const asked = askedAt(question, problem.meta.field)
    if (!asked) return problem
    const { field: _position, ...meta } = problem.meta
    return { ...problem, meta: asked.field === undefined ? meta : { ...meta, field: asked.field } }
  })

function askedAt(question: Question, field: unknown): { field?: string } | undefined {
  const [list, index] = typeof field === 'string' ? field.split('.') : []
  if (list === 'account_identifiers') return question.accounts?.[Number(index)]
  return list === 'tags' ? question.tags?.[Number(index)] : undefined
}
