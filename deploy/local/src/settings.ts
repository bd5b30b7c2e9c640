import { resolve } from 'node:path'

export type LogChoice = 'problems' | 'all' | 'none'

export interface Settings {
  stateDir: string
  port: number
  /** Which lines of the services appear in the terminal; all of them are in the state directory's logs/. */
  logs: LogChoice
}

/**
 * PACIOLI_STATE_DIR (default `.pacioli`), PACIOLI_PORT (default 8080), PACIOLI_LOGS (problems, all or none).
 * @throws Error with one line per mistake
 */
export function readSettings(env: NodeJS.ProcessEnv): Settings {
  const port = Number(env.PACIOLI_PORT || 8080)
  const logs = env.PACIOLI_LOGS || 'problems'
  const mistakes: string[] = []
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    mistakes.push(`PACIOLI_PORT must be a port from 1 to 65535, but it is "${env.PACIOLI_PORT}".`)
  }
  if (!isLogChoice(logs)) {
    mistakes.push(`PACIOLI_LOGS must be problems, all or none, but it is "${logs}".`)
  }
  if (mistakes.length > 0 || !isLogChoice(logs)) throw new Error(mistakes.join('\n'))
  return { stateDir: resolve(env.PACIOLI_STATE_DIR || '.pacioli'), port, logs }
}

const isLogChoice = (text: string): text is LogChoice => ['problems', 'all', 'none'].includes(text)
