import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo, Server, Socket } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { endNotedService } from './leftovers.ts'
import { writePrivateJson } from './secrets.ts'
import type { Supervised } from './supervisor.ts'
import { HOST } from './topology.ts'

/** The file with port and token for takeovers of a running stack. For its owner alone. */
export const TAKEOVERS_FILE = 'places.json'

/** What the other process needs, so that the rest of the stack does not notice. */
export interface TakeoverTerms {
  /** The variables of the stack: addresses, ports, passwords, keys. */
  env: Record<string, string>
  readyUrl: string
  /** The variables of its migration; absent for a service without a database. */
  migrationEnv?: Record<string, string>
}

export interface TakeoverOptions {
  stateDir: string
  services: Record<string, { own: Supervised; terms: TakeoverTerms }>
  say: (line: string) => void
}

/** The name under which a process is recorded that took over a service. */
export const servedName = (service: string): string => `${service}.served`

export type TakeoverRequest = { token: string; service: string; pid: number }
export type TakeoverAnswer = { terms: TakeoverTerms } | { refused: string }

const REQUEST_TIMEOUT_MS = 5_000
const RETRY_MS = 500

/**
 * Lets other processes take over single services of a stack while they keep a connection open: the stack's own process
 * is stopped before they are answered, and started again when the connection ends.
 */
export class Takeovers {
  readonly #options: TakeoverOptions
  readonly #server: Server
  readonly #token = randomBytes(24).toString('base64url')
  readonly #holders = new Map<string, { pid: number; socket: Socket }>()
  /** Takeovers of one service run one after the other. */
  readonly #turns = new Map<string, Promise<void>>()
  #stopping = false

  private constructor(options: TakeoverOptions) {
    this.#options = options
    this.#server = createServer((socket) => this.#receive(socket))
  }

  static async open(options: TakeoverOptions): Promise<Takeovers> {
    const places = new Takeovers(options)
    await new Promise<void>((resolve, reject) => {
      places.#server.once('error', reject)
      places.#server.listen(0, HOST, resolve)
    })
    const { port } = places.#server.address() as AddressInfo
    writePrivateJson(join(options.stateDir, TAKEOVERS_FILE), { port, token: places.#token })
    return places
  }

  /** Ends all takeovers, and allows no more. */
  async stop(): Promise<void> {
    this.#stopping = true
    rmSync(join(this.#options.stateDir, TAKEOVERS_FILE), { force: true })
    this.#server.close()
    for (const { socket } of this.#holders.values()) socket.destroy()
    const ended = [...this.#holders.keys()].map((service) =>
      endNotedService(this.#options.stateDir, servedName(service)),
    )
    await Promise.all([...ended, ...this.#turns.values()])
  }

  #receive(socket: Socket): void {
    socket.on('error', () => {}) // 'close' follows
    socket.setTimeout(REQUEST_TIMEOUT_MS, () => socket.destroy())
    createInterface({ input: socket }).once('line', (line) => {
      socket.setTimeout(0)
      const request = parseRequest(line)
      if (request?.token === this.#token) this.#give(request, socket)
      else refuse(socket, 'The token of the state directory is not this one: the stack was restarted. Try again.')
    })
  }

  #give({ service, pid }: TakeoverRequest, socket: Socket): void {
    const place = this.#options.services[service]
    if (!place) return refuse(socket, `This stack has no service ${service}: it is of another version.`)
    const holder = this.#holders.get(service)
    if (holder)
      return refuse(socket, `${service} is served by process ${holder.pid} already. End that one first (Ctrl-C there).`)
    this.#holders.set(service, { pid, socket })
    this.#options.say(`${service} steps aside for process ${pid}`)
    this.#inTurn(service, async () => {
      await place.own.stop()
      if (socket.destroyed) return
      socket.write(`${JSON.stringify({ terms: place.terms } satisfies TakeoverAnswer)}\n`)
    })
    socket.once('close', () => {
      if (this.#stopping) return
      this.#holders.delete(service)
      this.#inTurn(service, () => this.#takeBack(service, place.own))
    })
  }

  /** Starts the stack's own process again; it needs the ports that a killed process may still use. */
  async #takeBack(service: string, own: Supervised): Promise<void> {
    const { stateDir, say } = this.#options
    while (!this.#stopping && !this.#holders.has(service)) {
      try {
        await endNotedService(stateDir, servedName(service))
        await own.start()
        return say(`${service} has its place again`)
      } catch (error) {
        say(`${service} can't take its place again yet: ${error instanceof Error ? error.message : String(error)}`)
        await pause(RETRY_MS)
      }
    }
  }

  #inTurn(service: string, act: () => Promise<void>): void {
    const before = this.#turns.get(service) ?? Promise.resolve()
    const failed = (error: unknown): void =>
      this.#options.say(`${service}: ${error instanceof Error ? error.message : String(error)}`)
    this.#turns.set(service, before.then(act).catch(failed))
  }
}

function refuse(socket: Socket, refused: string): void {
  socket.end(`${JSON.stringify({ refused } satisfies TakeoverAnswer)}\n`)
}

function parseRequest(line: string): TakeoverRequest | undefined {
  try {
    return JSON.parse(line) as TakeoverRequest
  } catch {
    return undefined // another program's connection
  }
}
