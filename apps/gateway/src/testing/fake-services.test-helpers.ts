/** Services that answer as a test wants and record their requests, with a gateway in front. */
import { BusinessesService, ClientsService } from '@pacioli/protos/ledger'
import { implement, serve, type Handlers, type Implementation, type RpcServer } from '@pacioli/rpc'
import { randomUUID } from 'node:crypto'
import type { GatewayOptions } from '../app.ts'
import { clientId, testGateway, type TestGateway } from './gateway.test-helpers.ts'

export type Given = Record<string, unknown>
type Reply = (request: Given) => object

export type Answered = {
  status: number
  posting: unknown
  headers: Record<string, unknown>
  /** Untyped: tests inspect it. */
  body: ReturnType<typeof JSON.parse>
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export class FakeServices {
  readonly businessId = randomUUID()
  received: { method: string; request: Given }[] = []
  #servers: RpcServer[] = []
  #addresses: Record<string, string> = {}
  #gateway: TestGateway | undefined
  token = ''
  timeZone = 'UTC'

  /** A service whose methods answer `fallback`, except those with a handler. */
  serving<Definition extends object>(
    definition: Definition,
    fallback: Reply,
    handlers: Record<string, Reply> = {},
  ): Implementation {
    const methods = Object.keys(definition).map((method) => {
      const say = handlers[method] ?? fallback
      return [
        method,
        async (given: unknown) => {
          this.received.push({ method, request: given as Given })
          return say(given as Given)
        },
      ]
    })
    return implement(definition, Object.fromEntries(methods) as Handlers<Definition>)
  }

  async start(
    services: Partial<Record<'ledger' | 'banking' | 'billing' | 'reporting', Implementation[]>>,
    options: Partial<GatewayOptions> = {},
  ): Promise<TestGateway> {
    const ledger = [
      this.serving(ClientsService, () => ({ id: clientId, name: 'test' })),
      this.serving(BusinessesService, () => ({ data: { id: this.businessId } }), {
        GetBusiness: () => ({ data: { id: this.businessId, client_id: clientId, time_zone: this.timeZone } }),
      }),
      ...(services.ledger ?? []),
    ]
    for (const [name, implementations] of Object.entries({ ...services, ledger })) {
      const server = await serve({ host: '127.0.0.1', port: 0, services: implementations })
      this.#servers.push(server)
      this.#addresses[name] = `127.0.0.1:${server.port}`
    }
    this.#gateway = await this.gatewayWith(options)
    this.token = await this.#gateway.tokenFor()
    return this.#gateway
  }

  /** Another gateway before the same services. The caller has to close it. */
  readonly gatewayWith = (options: Partial<GatewayOptions>): Promise<TestGateway> =>
    testGateway(this.#addresses, options)

  async stop(): Promise<void> {
    await this.#gateway?.close()
    await Promise.all(this.#servers.map((server) => server.stop(1_000)))
  }

  readonly call = async (method: Method, path: string, payload?: object | string): Promise<Answered> => {
    if (!this.#gateway) throw new Error('The gateway was not started.')
    const { statusCode, headers, body } = await this.#gateway.app.inject({
      method,
      url: `/v1/businesses/${this.businessId}/${path}`,
      headers: {
        authorization: `Bearer ${this.token}`,
        ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(payload === undefined ? {} : { payload }),
    })
    return { status: statusCode, posting: headers['pacioli-posting'], headers, body: JSON.parse(body) }
  }

  readonly lastOf = (method: string): Given | undefined =>
    this.received.findLast((one) => one.method === method)?.request
}

/** Status, name and field of a refusal. */
export const refusal = ({ status, body }: Answered): [number, string, string | undefined] => {
  const { error_enum, meta } = body as { error_enum: string; meta: { field?: string } }
  return [status, error_enum, meta.field]
}
