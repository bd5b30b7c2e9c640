/** Receives the bodies of requests, whole or not at all, in bounded number, bytes and time. */
import { busy, refused, type DomainError } from '@pacioli/errors'
import { Gauge, type Registry } from '@pacioli/service'
import type { MinDataRate } from '@pacioli/service/data-rates'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import { expectsContinue } from './expectations.ts'
import type { EdgeLimits } from './limits.ts'
import { SharedBudget, type Budget } from './shared-budget.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Bytes its body uses of those that all arriving bodies share. */
    bodyBytes: number
    /** The raw answer. */
    answer: ServerResponse | undefined
  }
}

const tooLarge = (): DomainError => refused('PayloadTooLarge', 'The body is larger than this endpoint takes.')

export class BodyReader {
  readonly #arriving: SharedBudget
  readonly #bytes: Budget
  readonly #minDataRate: MinDataRate

  constructor(limits: EdgeLimits, { minDataRate, metrics }: { minDataRate: MinDataRate; metrics: Registry }) {
    const arriving = new SharedBudget({ limit: limits.bodies, limitEach: limits.bodiesEach })
    const bytes = new SharedBudget({ limit: limits.bodyBytes, limitEach: limits.bodyBytesEach })
    this.#arriving = arriving
    this.#bytes = bytes
    this.#minDataRate = minDataRate
    new Gauge({
      name: 'gateway_bodies_arriving',
      help: 'Bodies of requests that are on their way in',
      registers: [metrics],
      collect() {
        this.set(arriving.used)
      },
    })
    new Gauge({
      name: 'gateway_body_bytes',
      help: 'Bytes that have come of bodies that are on their way in',
      registers: [metrics],
      collect() {
        this.set(bytes.used)
      },
    })
  }

  /** Call before adding routes. */
  attach(app: FastifyInstance): void {
    app.decorateRequest('bodyBytes', 0)
    app.decorateRequest('answer', undefined)
    app.addHook('preParsing', (request, reply, payload, done) => {
      request.answer = reply.raw
      done(null, payload)
    })
  }

  /**
   * The whole body. The request releases its permit meanwhile and acquires it again afterwards.
   * @throws PayloadTooLarge, InvalidPayload where it comes too slowly, ServiceUnavailable at capacity
   */
  async read(request: FastifyRequest, payload: Readable): Promise<Buffer> {
    if (hasCome(request, payload)) return wholeOf(request)
    const owners = [...(request.permit?.owners ?? [])]
    const body = await this.#admit(request, payload, owners)
    request.permit?.acquire()
    return body
  }

  async #admit(request: FastifyRequest, payload: Readable, owners: readonly string[]): Promise<Buffer> {
    if (!this.#arriving.reserve(owners, 1))
      throw busy('As many bodies are on their way in as may be, of yours or in all.')
    request.permit?.release()
    try {
      return await this.#read(request, payload, owners)
    } finally {
      this.#bytes.release(owners, request.bodyBytes)
      request.bodyBytes = 0
      this.#arriving.release(owners, 1)
    }
  }

  #read(request: FastifyRequest, payload: Readable, owners: readonly string[]): Promise<Buffer> {
    const limit = request.route.bodyLimit
    if (Number(request.headers['content-length'] ?? 0) > limit) return Promise.reject(tooLarge())
    if (expectsContinue(request)) request.answer?.writeContinue()
    const chunks: Buffer[] = []
    return new Promise((resolve, reject) => {
      const take = (chunk: Buffer): void => {
        if (request.bodyBytes + chunk.length > limit) return fail(tooLarge())
        if (!this.#bytes.reserve(owners, chunk.length))
          return fail(busy('As many bytes of bodies are on their way in as may be, of yours or in all.'))
        request.bodyBytes += chunk.length
        chunks.push(chunk)
      }
      const settle = (): void => {
        forget()
        payload.off('data', take).off('end', end).off('error', broken).off('close', broken)
      }
      const fail = (error: DomainError): void => {
        settle()
        reject(error)
      }
      const end = (): void => {
        // The caller was already refused as too late and will repeat the request: nothing of it may be done.
        if (request.raw.socket.writable === false) return fail(tooSlow())
        settle()
        resolve(Buffer.concat(chunks))
      }
      const broken = (): void =>
        fail(refused('InvalidPayload', 'The connection was closed before all of the body had come.'))
      const forget = this.#minDataRate.watch({
        moved: () => request.bodyBytes,
        isStalledByPeer: () => true,
        abort: () => fail(tooSlow()),
      })
      payload.on('data', take).on('end', end).on('error', broken).on('close', broken)
    })
  }
}

/** Whether a body came with its headers, as most do: then there is nothing to wait for. */
const hasCome = ({ raw }: FastifyRequest, payload: Readable): boolean =>
  payload === raw && raw.complete && !raw.destroyed && raw.readableFlowing === null

function wholeOf({ raw, route }: FastifyRequest): Buffer {
  if (raw.readableLength > route.bodyLimit) throw tooLarge()
  if (raw.socket.writable === false) throw tooSlow()
  return (raw.read() as Buffer | null) ?? Buffer.alloc(0)
}

const tooSlow = (): DomainError =>
  refused('InvalidPayload', 'The body did not arrive in time. Send it without pauses, or in smaller requests.')
