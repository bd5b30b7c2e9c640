import { cleanEnv, EnvMissingError } from 'envalid'
import type { CleanedEnv, ValidatorSpec } from 'envalid'
import { isSecret } from './setting-kinds.ts'

/** What a service's config.ts declares: one validator per environment variable. */
export type ConfigSpecs = Record<string, ValidatorSpec<unknown>>
export type Config<S extends ConfigSpecs> = CleanedEnv<S>

/** Every mistake of one environment at once, so that an operator fixes them in one go. */
export class ConfigError extends Error {
  readonly mistakes: string[]

  constructor(mistakes: string[]) {
    super(['The configuration is not usable:', ...mistakes.map((mistake) => `  - ${mistake}`)].join('\n'))
    this.name = 'ConfigError'
    this.mistakes = mistakes
  }
}

/**
 * Reads and validates the environment. An empty variable counts as an absent one, because that is how compose
 * files and shells pass what was never set.
 * @throws ConfigError naming every variable that is missing or wrong
 */
export function readConfig<S extends ConfigSpecs>(specs: S, env: NodeJS.ProcessEnv = process.env): Config<S> {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  return cleanEnv(given, specs, {
    reporter: ({ errors }) => {
      const mistakes = Object.entries(errors as Record<string, Error | undefined>).flatMap(([name, error]) =>
        error ? [describeMistake(name, error, specs[name], given[name])] : [],
      )
      if (mistakes.length > 0) throw new ConfigError(mistakes)
    },
  })
}

/** readConfig for a process: on a mistake it prints them all to stderr and exits with code 1. */
export function loadConfig<S extends ConfigSpecs>(specs: S, env: NodeJS.ProcessEnv = process.env): Config<S> {
  try {
    return readConfig(specs, env)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  }
}

function describeMistake(
  name: string,
  error: Error,
  spec: ValidatorSpec<unknown> | undefined,
  given: string | undefined,
): string {
  const meaning = spec?.desc ? ` (${spec.desc})` : ''
  const example = spec?.example ? ` Example: ${name}=${spec.example}` : ''
  if (error instanceof EnvMissingError || given === undefined) return `${name} is not set${meaning}.${example}`
  const message = spec && mayHoldSecret(name, spec) ? withoutSecret(error.message, given) : error.message
  return `${name}${meaning}: ${message}.${example}`
}

/** Whatever is named like a secret is taken for one, too: an operator may have put it into the wrong variable. */
const mayHoldSecret = (name: string, spec: ValidatorSpec<unknown>): boolean =>
  isSecret(spec) || /KEY|SECRET|PASSWORD|TOKEN|URL/.test(name)

/** Keys, passwords and URLs with credentials end up in logs if they are echoed; the others help to see the typo. */
function withoutSecret(message: string, given: string): string {
  const hidden = `(${given.length} characters, not shown)`
  const unquoted = message.replaceAll(`"${given}"`, hidden)
  // A letter or two are also parts of our own words.
  return given.length < 4 ? unquoted : unquoted.replaceAll(given, hidden)
}
