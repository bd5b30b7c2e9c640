/** What a request needs to know from the ledger. Pure. */
import { translateProblems } from '@pacioli/errors'
import type { AccountIdentifier, Question, TagInput } from './books.ts'

type Asked<Subject> = { subject: Subject; fields: string[] }

/** Collects a question: what a thousand items name alike is queried once. */
export class LedgerPrefetch {
  readonly #accounts = new Map<string, Asked<AccountIdentifier>>()
  readonly #tags = new Map<string, Asked<TagInput>>()

  /** @param field where the request names it */
  account(identifier: AccountIdentifier, field?: string): void {
    const { type, id, stable_name } = identifier
    add(this.#accounts, JSON.stringify([type, id, stable_name]), identifier, field)
  }

  tag(input: TagInput, field?: string): void {
    add(this.#tags, JSON.stringify([input.key, input.value, input.definition_id]), input, field)
  }

  question(): Question {
    return {
      accounts: [...this.#accounts.values()].map(({ subject: identifier, fields: [field] }) => ({
        identifier,
        ...(field === undefined ? {} : { field }),
      })),
      tags: [...this.#tags.values()].map(({ subject: input, fields: [field] }) => ({
        input,
        ...(field === undefined ? {} : { field }),
      })),
    }
  }

  /** The ledger's refusal names the first field of the query; this repeats it for every field. */
  forEveryField(error: unknown): unknown {
    const asked = [...this.#accounts.values(), ...this.#tags.values()]
    return translateProblems(error, (problem) => {
      const fields = asked.find(({ fields: [first] }) => first !== undefined && first === problem.meta.field)?.fields
      return fields?.map((field) => ({ ...problem, meta: { ...problem.meta, field } })) ?? problem
    })
  }
}

function add<Subject>(
  all: Map<string, Asked<Subject>>,
  key: string,
  subject: Subject,
  field: string | undefined,
): void {
  const asked = all.get(key) ?? { subject, fields: [] }
  if (field !== undefined) asked.fields.push(field)
  all.set(key, asked)
}
