import type { ValidatorSpec } from 'envalid'
import type { ConfigSpecs } from './config.ts'
import { isSecret, kindOf } from './setting-kinds.ts'
import type { Condition } from './setting-kinds.ts'

/** An environment variable in the reference of settings. */
export interface Setting {
  name: string
  /** The kind of value: `a port`, `one of info, warn`. */
  kind: string
  /** Without it: `required`, `required with FILE_STORE=s3`, `none`, or the default as an operator would write it. */
  unset: { required: string } | { default: string | undefined }
  meaning: string
  example: string | undefined
  isSecret: boolean
  /** Where it is documented, relative to docs/. */
  docs: string | undefined
}

/**
 * Describes the settings of a config.ts, in its order. Does not read the environment.
 * @throws Error for a variable without a description, or without a kind of values
 */
export const describeSettings = (specs: ConfigSpecs): Setting[] =>
  Object.entries(specs).map(([name, spec]) => {
    if (!spec.desc) throw new Error(`${name} doesn't say what it means: give it a desc.`)
    const { is } = kindOf(name, spec)
    return {
      name,
      kind: spec.choices ? `one of ${spec.choices.join(', ')}` : is,
      unset: unsetOf(name, spec),
      meaning: spec.desc,
      example: spec.example,
      isSecret: isSecret(spec),
      docs: spec.docs,
    }
  })

function unsetOf(name: string, spec: ValidatorSpec<unknown>): Setting['unset'] {
  if (!('default' in spec)) return { required: 'required' }
  if (spec.default !== undefined) return { default: written(name, spec, spec.default) }
  if (!spec.requiredWhen) return { default: undefined }
  const { words } = spec.requiredWhen as Partial<Condition>
  if (!words)
    throw new Error(
      `${name} doesn't say in words when it is required: use requiredWith or namedCondition of @pacioli/service.`,
    )
  return { required: `required with ${words}` }
}

function written(name: string, spec: ValidatorSpec<unknown>, value: unknown): string {
  const { write } = kindOf(name, spec)
  if (write) return write(value)
  return typeof value === 'string' ? value : JSON.stringify(value)
}
