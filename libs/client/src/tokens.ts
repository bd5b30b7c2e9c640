/** Where the tokens come from that requests carry. */
import { NoToken, sendOnce, sendWithRetries, type Outgoing, type Retries, type Send } from './retries.ts'
import { reasonOf, type World } from './world.ts'

export interface Credentials {
  clientId: string
  clientSecret: string
  /** Separated by spaces; all that there are unless given. */
  scope?: string
}

/**
 * Gives a token for each request.
 * @param refused the one that was just answered with 401, of which another is wanted
 */
export type TokenSource = (refused?: string, signal?: AbortSignal) => string | Promise<string>

interface Issued {
  token: string
  /** From then on another one is asked for. */
  renewAt: number
}

/** Before its end a token is renewed by a tenth of its life, a minute at most. */
const MARGIN = 0.1
const LONGEST_MARGIN_MS = 60_000

/** Exchanges credentials for tokens; requests at the same time share one exchange. */
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

/** Who gives up does not take the token away from others who wait for it. */
function unlessGivenUp(token: Promise<string>, signal: AbortSignal | undefined): Promise<string> {
  if (!signal) return token
  return new Promise((resolve, reject) => {
    const giveUp = (): void => reject(reasonOf(signal))
    if (signal.aborted) giveUp()
    signal.addEventListener('abort', giveUp, { once: true })
    token.then(resolve, reject).finally(() => signal.removeEventListener('abort', giveUp))
  })
}

/** Sends with a token, and once more with another one if that is not accepted: nothing was done then. */
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
    // Who waits no longer is told so, and not of a token.
    throw signal.aborted ? cause : new NoToken('', { cause })
  }
}
