/**
 * A double of a witness, by the words of c2sp.org/tlog-witness: it keeps the last size and root of each log, cosigns what continues
 * them, and refuses what does not. It fails on demand.
 */
import { createHash, createPublicKey, generateKeyPairSync, sign, verify, type KeyObject } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { continues } from './consistency.ts'

/** One faulty answer. */
export type WitnessFault = { status: number; body?: string; location?: string } | { hangs: true }

type Seen = { size: number; root: Buffer }
type Asked = { old: number; proof: Buffer[]; note: string; origin: string; size: number; root: Buffer }

const ED25519 = 1
const COSIGNATURE = 4

const keyHash = (name: string, kind: number, publicKey: Buffer): Buffer =>
  createHash('sha256').update(`${name}\n`).update(Buffer.of(kind)).update(publicKey).digest().subarray(0, 4)

const bytesOf = (key: KeyObject): Buffer =>
  Buffer.from(createPublicKey(key).export({ format: 'jwk' }).x ?? '', 'base64url')

export class WitnessDouble {
  readonly name: string
  /** The public key of the logs that it knows, in 32 bytes; none is known by it until this is set. */
  logKey: Buffer | undefined
  /** What it has cosigned last, by origin. */
  readonly seen = new Map<string, Seen>()
  /** What came, in order: the old size, and the size to cosign. */
  readonly asked: { origin: string; old: number; size: number }[] = []
  readonly faults: WitnessFault[] = []
  url = ''
  readonly #known: KeyObject
  #key: KeyObject
  readonly #server = createServer((request, response) => {
    this.#answer(request, response).catch((error: unknown) => response.destroy(error as Error))
  })

  /** @param before whose key it has: the same witness, started again with nothing seen */
  constructor(name: string, before?: WitnessDouble) {
    this.name = name
    this.#known = before ? before.#known : generateKeyPairSync('ed25519').privateKey
    this.#key = this.#known
  }

  /** As verifiers of notes take it. */
  get verifierKey(): string {
    const publicKey = bytesOf(this.#known)
    const key = Buffer.concat([Buffer.of(COSIGNATURE), publicKey]).toString('base64')
    return `${this.name}+${keyHash(this.name, COSIGNATURE, publicKey).toString('hex')}+${key}`
  }

  /** @param port any unless given */
  async start(port = 0): Promise<this> {
    this.#server.listen(port, '127.0.0.1')
    await once(this.#server, 'listening')
    this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
    return this
  }

  async stop(): Promise<void> {
    this.#server.close()
    this.#server.closeAllConnections()
    await once(this.#server, 'close')
  }

  /** From here on it signs with another key than the one it is known by, or with that one again. */
  signWith(key: 'another' | 'its own'): void {
    this.#key = key === 'another' ? generateKeyPairSync('ed25519').privateKey : this.#known
  }

  /** The signature line over a checkpoint. */
  cosign(note: string, seconds = Math.floor(Date.now() / 1_000)): string {
    const signed = sign(null, Buffer.from(`cosignature/v1\ntime ${seconds}\n${textOf(note)}`), this.#key)
    const time = Buffer.alloc(8)
    time.writeBigUInt64BE(BigInt(seconds))
    const bytes = Buffer.concat([keyHash(this.name, COSIGNATURE, bytesOf(this.#known)), time, signed])
    return `— ${this.name} ${bytes.toString('base64')}\n`
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request)
    const fault = this.faults.shift()
    if (fault && 'hangs' in fault) return
    if (fault) {
      response.writeHead(fault.status, fault.location === undefined ? {} : { location: fault.location })
      response.end(fault.body)
      return
    }
    const isAsked = request.method === 'POST' && request.url === '/add-checkpoint'
    const [status, said] = isAsked ? this.#judge(askedIn(body)) : [404, 'no such address\n']
    response.writeHead(status, { 'content-type': status === 409 ? 'text/x.tlog.size' : 'text/plain' }).end(said)
  }

  #judge(asked: Asked | undefined): [status: number, body: string] {
    if (!asked || asked.old > asked.size) return [400, 'malformed\n']
    const { old, size, root, note, origin, proof } = asked
    this.asked.push({ origin, old, size })
    if (!this.logKey) return [404, 'unknown log\n']
    if (!isSigned(note, origin, this.logKey)) return [403, 'no signature of a known key\n']
    const seen = this.seen.get(origin)
    if (old !== (seen?.size ?? 0)) return [409, `${seen?.size ?? 0}\n`]
    if (seen && old === size && !root.equals(seen.root)) return [409, `${seen.size}\n`]
    if (!continues(seen ?? { size: 0, root: Buffer.alloc(0) }, { size, root }, proof))
      return [422, 'the proof does not hold\n']
    this.seen.set(origin, { size, root })
    return [200, `— somebody.else AAAAAAAA\n${this.cosign(note)}`]
  }
}

const textOf = (note: string): string => note.slice(0, note.indexOf('\n\n') + 1)

function askedIn(body: string): Asked | undefined {
  const end = body.indexOf('\n\n')
  const [first = '', ...proof] = body.slice(0, end).split('\n')
  const note = body.slice(end + 2)
  const [, old] = /^old (0|[1-9]\d*)$/.exec(first) ?? []
  const [origin = '', size = '', root = ''] = note.split('\n')
  if (old === undefined || proof.length > 63 || !/^(0|[1-9]\d*)$/.test(size) || !note.includes('\n\n— '))
    return undefined
  const hashes = [...proof, root].map((base64) => Buffer.from(base64, 'base64'))
  if (hashes.some((hash) => hash.length !== 32)) return undefined
  return {
    old: Number(old),
    proof: hashes.slice(0, -1),
    note,
    origin,
    size: Number(size),
    root: hashes.at(-1) as Buffer,
  }
}

function isSigned(note: string, origin: string, publicKey: Buffer): boolean {
  const key = createPublicKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: publicKey.toString('base64url') },
    format: 'jwk',
  })
  return note
    .slice(note.indexOf('\n\n') + 2)
    .split('\n')
    .filter((line) => line.startsWith(`— ${origin} `))
    .map((line) => Buffer.from(line.slice(origin.length + 3), 'base64'))
    .filter((bytes) => bytes.subarray(0, 4).equals(keyHash(origin, ED25519, publicKey)))
    .some((bytes) => verify(null, Buffer.from(textOf(note)), key, bytes.subarray(4)))
}
