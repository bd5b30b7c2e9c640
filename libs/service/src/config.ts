import { cleanEnv, EnvMissingError } from 'envalid'
import type { CleanedEnv, ValidatorSpec } from 'envalid'
import { isSecret } from './setting-kinds.ts'

/** The settings a config.ts declares: one validator per environment variable. */
export type ConfigSpecs = Record<string, ValidatorSpec<unknown>>
export type Config<S extends ConfigSpecs> = CleanedEnv<S>

/** Lists every mistake of an environment, so that an operator fixes all of them at once. */
export class ConfigError extends Error {
  readonly mistakes: string[]

  constructor(mistakes: string[]) {
    super(['The configuration is not usable:', ...mistakes.map((mistake) => `  - ${mistake}`)].join('\n'))
    this.name = 'ConfigError'
    this.mistakes = mistakes
  }
}

/**
 * Reads and validates the environment. An empty variable counts as absent: compose files and shells pass unset ones so.
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

/** As readConfig, but prints all mistakes to stderr and exits with code 1. */
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

/** A variable named like a secret counts as one, too: an operator may have used the wrong variable. */
const mayHoldSecret = (name: string, spec: ValidatorSpec<unknown>): boolean =>
  isSecret(spec) || /KEY|SECRET|PASSWORD|TOKEN|URL/.test(name)

/** Secrets must not end up in logs; other values help to see the typo. */
function withoutSecret(message: string, given: string): string {
  const hidden = `(${given.length} characters, not shown)`
  const unquoted = message.replaceAll(`"${given}"`, hidden)
  // One or two letters also occur in our own words.
  return given.length < 4 ? unquoted : unquoted.replaceAll(given, hidden)
}
