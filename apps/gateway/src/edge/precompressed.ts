/** Answers that are the same for every caller: made on first use, and served compressed from then on. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { lazy } from '../validation/lazy.ts'
import { inChunks } from './answers.ts'

type Encoding = 'br' | 'gzip' | 'identity'

/** Ten pages and files, with headroom. */
const MOST = 32

const compressed = {
  br: (bytes: Buffer) =>
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }) as Promise<Buffer>,
  gzip: (bytes: Buffer) => promisify(gzip)(bytes) as Promise<Buffer>,
  identity: (bytes: Buffer) => Promise.resolve(bytes),
}

export class Precompressed {
  readonly type: string
  readonly etag: string
  readonly #encoded: Record<Encoding, () => Promise<Buffer>>

  constructor(bytes: Buffer, type: string) {
    this.type = type
    // Weak: the same for each encoding.
    this.etag = `W/"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"`
    this.#encoded = {
      br: lazy(() => compressed.br(bytes)),
      gzip: lazy(() => compressed.gzip(bytes)),
      identity: lazy(() => compressed.identity(bytes)),
    }
  }

  in(encoding: Encoding): Promise<Buffer> {
    return this.#encoded[encoding]()
  }
}

/** The smallest encoding that the caller accepts (RFC 9110, 12.5.3). */
export function encodingFor(accepted: string | undefined): Encoding {
  const offers = new Map(
    (accepted ?? '').split(',').map((offer) => {
      const [name = '', ...parameters] = offer.split(';').map((part) => part.trim().toLowerCase())
      return [name, !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))]
    }),
  )
  return (['br', 'gzip'] as const).find((name) => offers.get(name) ?? offers.get('*')) ?? 'identity'
}

/** Whether the caller has the answer already (RFC 9110, 13.1.2). */
export const hasAlready = (ifNoneMatch: string | undefined, etag: string): boolean =>
  (ifNoneMatch ?? '').split(',').some((one) => ['*', etag, etag.slice(2)].includes(one.trim()))

async function answerWith(
  prepared: Precompressed,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Buffer | null> {
  const { headers } = request
  reply.removeHeader('content-length').removeHeader('last-modified').removeHeader('accept-ranges')
  reply.header('etag', prepared.etag).header('cache-control', 'public, max-age=300').header('vary', 'Accept-Encoding')
  if (hasAlready(headers['if-none-match'], prepared.etag)) {
    reply.code(304)
    return null
  }
  const encoding = encodingFor(headers['accept-encoding'])
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  const bytes = await prepared.in(encoding)
  reply.type(prepared.type).header('content-length', bytes.length)
  return bytes
}

/**
 * Keeps the answers of the GET routes of this scope.
 * @param nameOf paths with the same name share an answer
 */
export function precompressAnswers(scope: FastifyInstance, nameOf: (path: string) => string): void {
  const kept = new Map<string, Precompressed>()
  const fromKept = new WeakSet<FastifyRequest>()
  // Decoded as the router does: each spelling of a path would otherwise make its own answer.
  const nameIn = ({ url }: FastifyRequest): string => nameOf(decodeURIComponent(url.split(/[?#]/)[0] ?? ''))
  scope.addHook('onRequest', async (request, reply) => {
    const prepared = kept.get(nameIn(request))
    if (!prepared) return
    fromKept.add(request)
    // Fastify would send null as that word.
    return reply.send((await answerWith(prepared, request, reply)) ?? undefined)
  })
  scope.addHook('onSend', async (request, reply, payload) => {
    const name = nameIn(request)
    const isNew = request.method === 'GET' && reply.statusCode === 200 && !fromKept.has(request)
    if (!isNew || payload === null || (kept.size >= MOST && !kept.has(name))) return payload
    const bytes =
      typeof payload === 'string' || Buffer.isBuffer(payload) ? Buffer.from(payload) : await buffer(payload as Readable)
    const prepared = kept.get(name) ?? new Precompressed(bytes, String(reply.getHeader('content-type')))
    kept.set(name, prepared)
    const answer = await answerWith(prepared, request, reply)
    return answer && inChunks(answer)
  })
}
