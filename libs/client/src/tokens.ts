/** Gets the tokens of requests. */
import { NoToken, sendOnce, sendWithRetries, type Outgoing, type Retries, type Send } from './retries.ts'
import { reasonOf, type World } from './world.ts'

export interface Credentials {
  clientId: string
  clientSecret: string
  /** Separated by spaces; all by default. */
  scope?: string
}

/**
 * Gives a token for each request.
 * @param refused the one just answered with 401, to be replaced
 */
export type TokenSource = (refused?: string, signal?: AbortSignal) => string | Promise<string>

interface Issued {
  token: string
  /** When it is to be replaced. */
  renewAt: number
}

/** A token is renewed a tenth of its lifetime before its end, a minute at most. */
const MARGIN = 0.1
const LONGEST_MARGIN_MS = 60_000

/** Exchanges credentials for tokens; concurrent requests share one exchange. */
export function tokensFor(credentials: Credentials, baseUrl: string, retries: Retries, world: World): TokenSource {
  const request = tokenRequest(credentials, baseUrl)
  let current: Issued | undefined
  let asking: Promise<string> | undefined

  const ask = async (): Promise<string> => {
    const askedAt = world.now()
    const response = await sendWithRetries(request, sendOnce(world), { retries, world })
    const { access_token, expires_in } = (await response.json()) as { access_token: string; expires_in: number }
    const lifeMs = expires_in * 1_000
    current = { token: access_token, renewAt: askedAt + lifeMs - Math.min(lifeMs * MARGIN, LONGEST_MARGIN_MS) }
    return access_token
  }

  return (refused, signal) => {
    if (current && current.token !== refused && world.now() < current.renewAt) return current.token
    asking ??= ask().finally(() => (asking = undefined))
    return unlessGivenUp(asking, signal)
  }
}

function tokenRequest({ clientId, clientSecret, scope }: Credentials, baseUrl: string): Outgoing {
  const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }
  return {
    method: 'POST',
    url: `${baseUrl}/oauth2/token`,
    headers: new Headers({ 'content-type': 'application/x-www-form-urlencoded' }),
    body: new URLSearchParams(scope === undefined ? form : { ...form, scope }).toString(),
    isSafe: true,
  }
}

/** Aborting one wait does not abort the exchange for the others. */
function unlessGivenUp(token: Promise<string>, signal: AbortSignal | undefined): Promise<string> {
  if (!signal) return token
  return new Promise((resolve, reject) => {
    const giveUp = (): void => reject(reasonOf(signal))
    if (signal.aborted) giveUp()
    signal.addEventListener('abort', giveUp, { once: true })
    token.then(resolve, reject).finally(() => signal.removeEventListener('abort', giveUp))
  })
}

/** Sends with a token, and once more with another one if it is not accepted: nothing was carried out then. */
export function withToken(tokens: TokenSource, world: World): Send {
  const once = sendOnce(world)
  let hasRenewed = false
  return async (outgoing, signal) => {
    const send = (token: string): Promise<Response> => {
      const headers = new Headers(outgoing.headers)
      headers.set('authorization', `Bearer ${token}`)
      return once({ ...outgoing, headers }, signal)
    }
    const token = await tokenOf(tokens, undefined, signal)
    const response = await send(token)
    if (response.status !== 401 || hasRenewed) return response
    hasRenewed = true
    const other = await tokenOf(tokens, token, signal)
    if (other === token) return response
    await response.body?.cancel()
    return send(other)
  }
}

async function tokenOf(tokens: TokenSource, refused: string | undefined, signal: AbortSignal): Promise<string> {
  try {
    return await tokens(refused, signal)
  } catch (cause) {
    // An aborted caller gets its own reason, not that of the exchange.
    throw signal.aborted ? cause : new NoToken('', { cause })
  }
}
