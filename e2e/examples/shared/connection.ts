/** Which running product an example talks to. */
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { PacioliClient, type ClientOptions } from '@pacioli/client'
import { waitFor, type DevInfo } from '@pacioli/dev-stack'
import { withTemporaryStack } from '../../src/temporary-stack.ts'
import { aloud } from './progress.ts'
import { Refusal } from './refusal.ts'

/** How long a stack that is there may take until it is ready: it may just be starting, or be very busy. */
const READY_MS = 60_000

/**
 * The stack of this state directory, if one is running there.
 * @throws Refusal for one that does not get ready
 */
async function runningStack(stateDir: string): Promise<DevInfo | undefined> {
  const file = join(stateDir, 'dev.json')
  if (!existsSync(file)) return undefined
  const dev = JSON.parse(readFileSync(file, 'utf8')) as DevInfo
  if ((await stateOf(dev)) === 'away') return undefined
  const answers = async (): Promise<boolean> => (await stateOf(dev)) === 'ready'
  await waitFor('the stack to be ready', answers, { timeoutMs: READY_MS, everyMs: 500 }).catch(() => {
    throw new Refusal(`The stack of ${stateDir} at ${dev.base_url} is there but not ready: see ${stateDir}/logs/.`)
  })
  return dev
}

/** Where nobody listens there is no stack; one that answers otherwise, or too late, is one all the same. */
async function stateOf({ base_url }: DevInfo): Promise<'ready' | 'there' | 'away'> {
  try {
    return (await fetch(`${base_url}/readyz`)).ok ? 'ready' : 'there'
  } catch (error) {
    const { cause } = error as { cause?: { code?: string } }
    return cause?.code === 'ECONNREFUSED' ? 'away' : 'there'
  }
}

/** What limits hold up, and what fails meanwhile, is waited out: an example has all the time that it needs. */
const RETRIES = { most: 20, deadlineMs: 600_000 }

const clientOf = (options: ClientOptions): PacioliClient => new PacioliClient({ ...options, retries: RETRIES })

const clientOfStack = ({ base_url, client_id, client_secret }: DevInfo): PacioliClient =>
  clientOf({ baseUrl: base_url, clientId: client_id, clientSecret: client_secret })

/** Where `npm start` keeps its stack. */
export const stateDirectory = (): string => resolve(process.env.PACIOLI_STATE_DIR || '.pacioli')

export type ConnectionOptions = { url?: string; token?: string }

/** Settings of a stack that is started for the run, and whether it must be such a one. */
export type StackWanted = { env?: Record<string, string>; isAlone?: boolean }

/** The product that was named, else the one that `npm start` runs here, else one for this run alone. */
export async function withConnection<T>(
  { url, token }: ConnectionOptions,
  use: (pacioli: PacioliClient) => Promise<T>,
  { env = {}, isAlone = false }: StackWanted = {},
): Promise<T> {
  if (url !== undefined || token !== undefined) {
    if (url === undefined || token === undefined) throw new Refusal('--url and --token go together: give both or none.')
    if (isAlone)
      throw new Refusal('The limits of a gateway that runs already are its own: see GATEWAY_ in the operations guide.')
    return use(clientOf({ baseUrl: url, token }))
  }
  const stateDir = stateDirectory()
  const running = isAlone ? undefined : await aloud('looking for a stack', () => runningStack(stateDir))
  if (running) {
    console.log(`Using the stack of ${stateDir} at ${running.base_url}`)
    return use(clientOfStack(running))
  }
  console.log(
    `${isAlone ? '' : `No stack is running in ${stateDir}: `}starting one for this run; it is removed afterwards.`,
  )
  return withStackOfItsOwn({ LOG_LEVEL: 'warn', ...env }, use)
}

/** Starting and stopping take their time, in which it is said that they do. */
async function withStackOfItsOwn<T>(
  env: Record<string, string>,
  use: (pacioli: PacioliClient) => Promise<T>,
): Promise<T> {
  const started = Promise.withResolvers<void>()
  const used = Promise.withResolvers<void>()
  const work = withTemporaryStack({ env }, async ({ dev }) => {
    started.resolve()
    try {
      return await use(clientOfStack(dev))
    } finally {
      used.resolve()
    }
  })
  await aloud('starting a stack', () => Promise.race([started.promise, work]))
  await Promise.race([used.promise, work])
  return aloud('stopping the stack', () => work)
}
