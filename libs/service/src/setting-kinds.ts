import { bool, host, json, makeValidator as make, num, port, str, url } from 'envalid'
import type { BaseValidator, ValidatorSpec } from 'envalid'

/** What people are told about values of one validator. */
export interface SettingKind<Value = unknown> {
  /** What such a value is, as the reference of settings says it: `a port`. */
  is: string
  /** Whether it opens something: then it is never shown, and belongs where secrets are kept. */
  isSecret?: boolean
  /** Writes a default as it would be given, where that is neither a text, a number nor JSON. */
  write?: (value: Value) => string
}

/** By the function that reads the value: that is what a spec keeps of its validator. */
const kinds = new Map<(given: string) => unknown, SettingKind>([
  [str()._parse, { is: 'text' }],
  [num()._parse, { is: 'a number' }],
  [bool()._parse, { is: 'true or false' }],
  [host()._parse, { is: 'an address or a name' }],
  [port()._parse, { is: 'a port' }],
  [url()._parse, { is: 'a URL' }],
  [json<unknown>()._parse, { is: 'JSON' }],
])

/** A validator of our own, which says what its values are. */
export function makeValidator<Base>(parse: (given: string) => Base, kind: SettingKind<Base>): BaseValidator<Base> {
  kinds.set(parse, kind as SettingKind)
  return make(parse)
}

/** Marks a setting whose kind alone doesn't tell that it is a secret: `secret(str({ … }))`. */
export function secret<Spec extends ValidatorSpec<unknown>>(spec: Spec): Spec {
  return { ...spec, isSecret: true }
}

/** @throws Error for a validator that was made without saying what its values are */
export function kindOf(name: string, spec: ValidatorSpec<unknown>): SettingKind {
  const kind = kinds.get(spec._parse)
  if (!kind)
    throw new Error(
      `${name} doesn't say what its values are: make its validator with makeValidator of @pacioli/service.`,
    )
  return kind
}

export const isSecret = (spec: ValidatorSpec<unknown> & { isSecret?: boolean }): boolean =>
  spec.isSecret ?? kinds.get(spec._parse)?.isSecret ?? false

/** What a setting is like that must be there when another one has a value, and has no default. */
export const requiredWith = (name: string, value: string): { default: undefined; requiredWhen: Condition } => ({
  default: undefined,
  requiredWhen: namedCondition(`${name}=${value}`, (env) => env[name] === value),
})

/** Says in words when it is true. */
export type Condition = ((env: Record<string, unknown>) => boolean) & { words: string }

/** A condition for `requiredWhen`; the words follow "required with" in the reference of settings. */
export const namedCondition = (words: string, isTrue: (env: Record<string, unknown>) => boolean): Condition =>
  Object.assign((env: Record<string, unknown>) => isTrue(env), { words })
