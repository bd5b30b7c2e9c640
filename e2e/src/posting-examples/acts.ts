/** What the verbs of examples do. */
import type { Answer } from '../api.ts'
import type { ExampleStep } from './parse.ts'

/** Whom examples owe and sell to. */
export const CONTACT = 'acme'

/** What an example has made: its kind and its id, and more that other steps need of it. */
export type Made = { kind: string; id: string; more?: string }
export type Outcome = Answer<unknown>
export type Act = (step: ExampleStep) => Promise<Outcome>
export type Acts = Record<string, Act>

/** What was made before goes by its name in the example. */
export type Making = {
  id: (name: string) => string
  named: (name: string) => Made
  /** A bank account goes by the name that the example gives it. */
  account: (name: string) => string
  /** `of customer` or `of vendor` at the end, as the fields that name them. */
  party: (text: string) => Promise<object | undefined>
  remember: (name: string, made: Made) => void
  /** Remembers what a create has made under the name that the example gives it. */
  keep: <Body extends { data: { id: string } }>(
    step: ExampleStep,
    kind: string,
    answer: Promise<Answer<Body>>,
    more?: (body: Body) => string | undefined,
  ) => Promise<Outcome>
}
