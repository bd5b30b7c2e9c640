import { DomainError, refused } from '@pacioli/errors'
import { FactCache } from '../fact-cache.ts'
import type { Services } from '../services.ts'
import { isUuid } from '../validation/formats.ts'

/** The same words whether the id is unknown, of another client, or no id at all: nothing tells them apart. */
export const businessNotFound = (): DomainError =>
  refused('BusinessNotFound', 'There is no such business among those of the client.', { field: 'businessId' })

/**
 * Which businesses a client has. Only that one exists is remembered, never that one doesn't, so a business can be used
 * the moment it is created. Whether it is archived is not asked here: the owner of the data knows better.
 */
export class BusinessDirectory {
  readonly #businesses: Services['businesses']
  readonly #known = new FactCache<true>()

  constructor(businesses: Services['businesses']) {
    this.#businesses = businesses
  }

  /** @throws BusinessNotFound */
  async require(clientId: string, businessId: string, requestId: string): Promise<void> {
    if (!isUuid(businessId)) throw businessNotFound()
    const key = `${clientId}:${businessId}`
    await this.#known.get(key, async () => {
      try {
        await this.#businesses.GetBusiness({}, { context: { clientId, businessId, requestId } })
        return true
      } catch (error) {
        if (error instanceof DomainError && error.errorEnum === 'BusinessNotFound') throw businessNotFound()
        throw error
      }
    })
  }

  /** Forgets it for all clients; the key says only at its end which business it is about. */
  forget(businessId: string): void {
    this.#known.forgetWhere((key) => key.endsWith(businessId))
  }

  clear(): void {
    this.#known.clear()
  }
}
