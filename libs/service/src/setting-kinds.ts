import { bool, host, json, makeValidator as make, num, port, str, url } from 'envalid'
import type { BaseValidator, ValidatorSpec } from 'envalid'

/** How the values of a validator are described. */
export interface SettingKind<Value = unknown> {
  /** The kind of value, in the reference of settings: `a port`. */
  is: string
  /** Whether it is a secret: then it is never shown, and belongs where secrets are kept. */
  isSecret?: boolean
  /** Formats a default that is neither text, number nor JSON. */
  write?: (value: Value) => string
}

/** By the parsing function, which is what a spec keeps of its validator. */
const kinds = new Map<(given: string) => unknown, SettingKind>([
  [str()._parse, { is: 'text' }],
  [num()._parse, { is: 'a number' }],
  [bool()._parse, { is: 'true or false' }],
  [host()._parse, { is: 'an address or a name' }],
  [port()._parse, { is: 'a port' }],
  [url()._parse, { is: 'a URL' }],
  [json<unknown>()._parse, { is: 'JSON' }],
])

/** A validator that describes its values. */
export function makeValidator<Base>(parse: (given: string) => Base, kind: SettingKind<Base>): BaseValidator<Base> {
  kinds.set(parse, kind as SettingKind)
  return make(parse)
}

/** Marks a setting as a secret where its kind alone does not: `secret(str({ … }))`. */
export function secret<Spec extends ValidatorSpec<unknown>>(spec: Spec): Spec {
  return { ...spec, isSecret: true }
}

/** @throws Error for a validator that does not describe its values */
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

/** Makes a setting without default required when another one has this value. */
export const requiredWith = (name: string, value: string): { default: undefined; requiredWhen: Condition } => ({
  default: undefined,
  requiredWhen: namedCondition(`${name}=${value}`, (env) => env[name] === value),
})

/** A condition with a description of when it is true. */
export type Condition = ((env: Record<string, unknown>) => boolean) & { words: string }

/** A condition for `requiredWhen`; the words follow "required with" in the reference of settings. */
export const namedCondition = (words: string, isTrue: (env: Record<string, unknown>) => boolean): Condition =>
  Object.assign((env: Record<string, unknown>) => isTrue(env), { words })
