/** The exchanges of one channel: one with each replica. */
import { status, type ChannelInterface } from '@grpc/grpc-js'
import { Exchange, type Listener } from './exchange.ts'

/**
 * How often one more is opened. The channel's turn decides with which replica, so a new one has its share within some
 * seconds, and the older exchange with the same one takes no more calls.
 */
const LOOK_MS = 1_000

/** The first time after a replica came or went; each time after that takes twice as long. */
const SOON_MS = 10

/** An exchange takes calls for so long at most: its connection may be closing, over which a dead peer is not noticed. */
const USED_MS = 10_000

/** A replica, and the exchange with it; none where it does not know them, as the version before. */
type Slot = { peer: string; exchange: Exchange | undefined; timer: NodeJS.Timeout }

export class Exchanges {
  readonly #channel: ChannelInterface
  #slots: Slot[] = []
  #opening: Exchange | undefined
  #turn = 0
  #calledAt = -Infinity
  #looksAt = -Infinity
  #looksAgainMs = SOON_MS
  #isClosed = false
  readonly #listener: Listener = {
    opened: (exchange, peer) => this.#opened(exchange, peer),
    closed: (exchange, peer, code) => this.#closed(exchange, peer, code),
  }

  constructor(channel: ChannelInterface) {
    this.#channel = channel
  }

  /** The exchange with the replica whose turn it is. None as long as it is not open: then calls go by themselves. */
  next(): Exchange | undefined {
    this.#look()
    this.#turn += 1
    return this.#slots[this.#turn % this.#slots.length]?.exchange
  }

  /** Those under way are answered. */
  close(): void {
    this.#isClosed = true
    this.#opening?.close()
    for (const slot of [...this.#slots]) this.#drop(slot)
  }

  #look(): void {
    const now = performance.now()
    const isSeldom = this.#calledAt + LOOK_MS < now
    this.#calledAt = now
    // Who calls seldom needs none.
    if (isSeldom || this.#opening || this.#isClosed || now < this.#looksAt) return
    this.#looksAt = now + this.#looksAgainMs
    this.#looksAgainMs = Math.min(2 * this.#looksAgainMs, LOOK_MS)
    this.#opening = new Exchange(this.#channel, this.#listener)
  }

  #opened(exchange: Exchange, peer: string): void {
    if (this.#isClosed) return
    this.#opening = undefined
    this.#keep(peer, exchange)
  }

  #closed(exchange: Exchange, peer: string, code: status): void {
    const slot = this.#slots.find((one) => one.exchange === exchange)
    if (slot) this.#drop(slot)
    if (this.#opening !== exchange) return
    this.#opening = undefined
    if (code === status.UNIMPLEMENTED) this.#keep(peer, undefined)
  }

  #keep(peer: string, exchange: Exchange | undefined): void {
    const before = this.#slots.find((one) => one.peer === peer)
    if (before) this.#remove(before)
    else this.#lookSoon()
    const slot: Slot = { peer, exchange, timer: setTimeout(() => this.#drop(slot), USED_MS).unref() }
    this.#slots.push(slot)
  }

  #drop(slot: Slot): void {
    this.#remove(slot)
    this.#lookSoon()
  }

  #remove(slot: Slot): void {
    clearTimeout(slot.timer)
    this.#slots = this.#slots.filter((one) => one !== slot)
    slot.exchange?.close()
  }

  #lookSoon(): void {
    this.#looksAt = -Infinity
    this.#looksAgainMs = SOON_MS
  }
}
