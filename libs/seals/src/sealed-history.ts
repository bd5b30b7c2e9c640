/** What is told of the log of a service. */
import type { Tx } from '@pacioli/db'
import { refused } from '@pacioli/errors'
import { DEFAULT_LIMIT, fittingInBytes, messageBytes } from '@pacioli/paging'
import type {
  ListLeavesRequest__Output,
  ListLeavesResponse,
  ListSealsRequest__Output,
  ListSealsResponse,
  LogPagination,
  ProveInclusionResponse,
  Seal as SealMessage,
  SealedLeaf,
} from '@pacioli/protos/history'
import { isUuid } from '@pacioli/rpc'
import { canonical, leafOf, type SealedRecord } from './leaf.ts'
import { BLOCK, consistencyProof, inclusionProof } from './merkle.ts'
import { sealMessage } from './seal-event.ts'
import {
  findLatestSeal,
  findPosition,
  findSeal,
  findSealOver,
  readHashes,
  readKeys,
  readLeafHashes,
  readRecords,
  readSeals,
  type Seal,
} from './seal.store.ts'
import { withStates, type SealOptions } from './sealing.ts'

const base64 = (hashes: readonly Buffer[]): string[] => hashes.map((hash) => hash.toString('base64'))

/** Of a page, and where the next one begins if there is one. */
export const paginationOf = (sortBy: string, next: number | string | undefined): LogPagination => ({
  sort_by: sortBy,
  sort_order: 'ASC',
  has_more: next !== undefined,
  ...(next !== undefined && { cursor: String(next) }),
})

/** What callers are told of the log of a service. */
export class SealedHistory {
  readonly #options: Omit<SealOptions, 'clock' | 'newId'>

  constructor(options: Omit<SealOptions, 'clock' | 'newId'>) {
    this.#options = options
  }

  async latest(tx: Tx): Promise<{ data: SealMessage[] }> {
    const [found, keys] = await Promise.all([findLatestSeal(tx, tx.businessId), this.keys(tx)])
    return { data: found ? [this.toMessage(found, keys)] : [] }
  }

  async list(tx: Tx, { cursor, limit = DEFAULT_LIMIT }: ListSealsRequest__Output): Promise<ListSealsResponse> {
    const [found, keys] = await Promise.all([
      readSeals(tx, tx.businessId, { after: Number(cursor ?? 0), limit: limit + 1 }),
      this.keys(tx),
    ])
    const page = found.slice(0, limit)
    return {
      data: page.map((seal) => this.toMessage(seal, keys)),
      pagination: paginationOf('size', found.length > limit ? page.at(-1)?.size : undefined),
    }
  }

  /** @throws SealNotFound */
  async seal(tx: Tx, size: number): Promise<SealMessage> {
    const [found, keys] = await Promise.all([findSeal(tx, tx.businessId, size), this.keys(tx)])
    return this.toMessage(found ?? this.#noSeal('size', `a seal of ${size} records`), keys)
  }

  async leaves(tx: Tx, { cursor, limit = DEFAULT_LIMIT }: ListLeavesRequest__Output): Promise<ListLeavesResponse> {
    const after = cursor === undefined ? undefined : Number(cursor)
    const records = await readRecords(tx, tx.businessId, { after, limit: limit + 1 })
    const page = await this.leavesOf(tx, records.slice(0, limit))
    const data = page.slice(0, fittingInBytes(page, messageBytes))
    const hasMore = records.length > data.length
    return { data, pagination: paginationOf('position', hasMore ? data.at(-1)?.position : undefined) }
  }

  /** @throws SealNotFound */
  async proveInclusion(tx: Tx, position: number, size: number | undefined): Promise<ProveInclusionResponse> {
    const { businessId } = tx
    const [found, keys, [record]] = await Promise.all([
      size === undefined ? findSealOver(tx, businessId, position) : findSeal(tx, businessId, size),
      this.keys(tx),
      readRecords(tx, businessId, { after: position - 1, limit: 1 }),
    ])
    if (!found || found.size < position || record?.position !== position)
      return this.#noSeal(
        'position',
        `a seal${size === undefined ? '' : ` of ${size} records`} over position ${position}`,
      )
    const [known, [leaf]] = await Promise.all([
      readHashes(tx, businessId, found.size, position - 1),
      this.leavesOf(tx, [record]),
    ])
    return {
      data: {
        position,
        size: found.size,
        leaf,
        proof: base64(inclusionProof(known, position - 1, found.size)),
        seal: this.toMessage(found, keys),
      },
    }
  }

  /** @throws EntryNotFound, SealNotFound */
  async proveEntry(tx: Tx, entryId: string, size: number | undefined): Promise<ProveInclusionResponse> {
    const id = entryId.toLowerCase()
    const position = isUuid(id) ? await findPosition(tx, tx.businessId, { type: 'entry', id, version: 1 }) : undefined
    if (position === undefined)
      throw refused('EntryNotFound', `The sealed history has no entry ${entryId}; one that was just posted follows.`, {
        field: 'entryId',
        value: entryId,
      })
    return this.proveInclusion(tx, position, size)
  }

  /** @throws SealNotFound */
  async proveConsistency(tx: Tx, from: number, to: number | undefined) {
    const { businessId } = tx
    const [earlier, later, keys] = await Promise.all([
      findSeal(tx, businessId, from),
      to === undefined ? findLatestSeal(tx, businessId) : findSeal(tx, businessId, to),
      this.keys(tx),
    ])
    if (!earlier) return this.#noSeal('from', `a seal of ${from} records`)
    if (!later || later.size < from)
      return this.#noSeal('to', `a seal of ${to ?? 'some'} records that continues one of ${from}`)
    const known = await readHashes(tx, businessId, later.size, from - 1, Math.floor(from / BLOCK) * BLOCK)
    return {
      data: {
        from,
        to: later.size,
        proof: base64(consistencyProof(known, from, later.size)),
        seal: this.toMessage(later, keys),
      },
    }
  }

  /** Leaves as what is stored makes them today, beside the hashes that they had when they were sealed. */
  async leavesOf(tx: Tx, records: readonly SealedRecord[]): Promise<SealedLeaf[]> {
    const { log, elsewhere } = this.#options
    const [first, last] = [records[0]?.position ?? 1, records.at(-1)?.position ?? 0]
    const [complete, hashes] = await Promise.all([
      withStates(tx, tx.businessId, records, elsewhere),
      readLeafHashes(tx, tx.businessId, first - 1, last),
    ])
    return complete.map((record) => {
      const { text, disclosed } = leafOf(log, tx.businessId, record)
      const hash = hashes.get(record.position - 1)
      return {
        position: record.position,
        ...(hash && { hash: hash.toString('base64') }),
        leaf: text,
        disclosed: disclosed.map(({ pointer, salt, value }) => ({
          pointer,
          salt: salt.toString('base64'),
          value: canonical(value),
        })),
      }
    })
  }

  async keys(tx: Tx): Promise<Map<string, Buffer>> {
    return new Map((await readKeys(tx)).map(({ id, publicKey }) => [id, publicKey]))
  }

  toMessage(seal: Seal, keys: ReadonlyMap<string, Buffer>): SealMessage {
    return sealMessage(this.#options.log, seal, keys.get(seal.keyId))
  }

  #noSeal(field: string, what: string): never {
    throw refused('SealNotFound', `The log ${this.#options.log} has no such seal: expected ${what}.`, { field })
  }
}
