import { DomainError, refused } from '@pacioli/errors'
import { FactCache } from '../fact-cache.ts'
import type { Services } from '../services.ts'
import { isUuid } from '../validation/formats.ts'

/** The same message whether the id is unknown, another client's or malformed: callers cannot tell them apart. */
export const businessNotFound = (): DomainError =>
  refused('BusinessNotFound', 'There is no such business among those of the client.', { field: 'businessId' })

/**
 * Which businesses a client has. Only existing ones are cached, so a business can be used the moment it is created.
 * Whether it is archived is up to the owner of the data.
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

  /** Drops it for all clients: keys end with the business. */
  forget(businessId: string): void {
    this.#known.forgetWhere((key) => key.endsWith(businessId))
  }

  clear(): void {
    this.#known.clear()
  }
}
