import { port, readConfig, str } from '@pacioli/service/configuration'
import { resolve } from 'node:path'

export type LogChoice = 'problems' | 'all' | 'none'

export interface Settings {
  stateDir: string
  port: number
  /** Which lines of the services appear in the terminal; all of them are in the state directory's logs/. */
  logs: LogChoice
}

/** The variables of the local stack. */
export const stackSettings = {
  PACIOLI_STATE_DIR: str({ default: '.pacioli', desc: 'where data, keys and logs are kept' }),
  PACIOLI_PORT: port({ default: 8080, desc: 'port of the HTTP interface; all others are free ones' }),
  PACIOLI_LOGS: str<LogChoice>({
    choices: ['problems', 'all', 'none'],
    default: 'problems',
    desc: 'which lines of the services to show; all are in logs/ of the state directory',
  }),
}

/**
 * @param base what a relative state directory is relative to
 * @throws ConfigError with one line per mistake
 */
export function readSettings(env: NodeJS.ProcessEnv, base = process.cwd()): Settings {
  const given = readConfig(stackSettings, env)
  return { stateDir: resolve(base, given.PACIOLI_STATE_DIR), port: given.PACIOLI_PORT, logs: given.PACIOLI_LOGS }
}

/** The same for a --help. */
export const settingsHelp = (names: (keyof typeof stackSettings)[]): string =>
  [
    '\nEnvironment:',
    ...names.map(
      (name) => `  ${name.padEnd(17)}  ${stackSettings[name].desc} (default: ${stackSettings[name].default})`,
    ),
  ].join('\n')
