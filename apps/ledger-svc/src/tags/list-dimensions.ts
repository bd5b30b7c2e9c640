import { paginationOf, readPage, type Listing, type Page, type Pagination } from '@pacioli/paging'
import type {
  ListTagDimensionsRequest__Output,
  ListTagDimensionsResponse,
  ListTagValuesRequest__Output,
  ListTagValuesResponse,
  TagDimension,
} from '@pacioli/protos/ledger'
import type { Tx } from '@pacioli/db'
import { isUuid, type Tenant } from '@pacioli/rpc'
import { fittingInBytes } from '../answer-size.ts'
import type { Ledger } from '../ledger.ts'
import type { Dimension } from './dimension.ts'
import { countDimensions, loadDimension, loadDimensionPage } from './dimension.store.ts'
import { toDimensionMessage, toValueMessage } from './tag.messages.ts'
import { countValues, loadShownValues, loadValuePage } from './tag-value.store.ts'
import { dimensionNotFound } from './update-dimension.ts'

const dimensionListing: Listing = { name: 'tag-dimensions', sorts: ['created_at', 'key'], defaultOrder: 'ASC' }
const valueListing: Listing = { name: 'tag-values', sorts: ['value'], defaultOrder: 'ASC' }

/** A dimension, deleted or not. */
async function requireDimension(tx: Tx, tenant: Tenant, id: string): Promise<Dimension> {
  const dimension = isUuid(id) ? await loadDimension(tx, tenant.businessId, id) : undefined
  if (!dimension) throw dimensionNotFound(id)
  return dimension
}

/** @throws TagDimensionNotFound, BusinessNotFound */
export const getDimension = (ledger: Ledger, tenant: Tenant, id: string): Promise<TagDimension> =>
  ledger.db.transact(tenant, async (tx) => {
    const dimension = await requireDimension(tx, tenant, id)
    const shown = await loadShownValues(tx, tenant.businessId, [id])
    return toDimensionMessage(dimension, shown.get(id) ?? [])
  })

/** Dimensions in the order of their creation or of their keys, each with its first values. */
export async function listDimensions(
  ledger: Ledger,
  tenant: Tenant,
  request: ListTagDimensionsRequest__Output,
): Promise<ListTagDimensionsResponse> {
  const filter = {
    key: request.key,
    userVisible: request.user_visible,
    includeDeleted: request.include_deleted ?? false,
  }
  const scope = [tenant.businessId, filter]
  const page = readPage(ledger.cursorKey, dimensionListing, scope, request.page ?? {})
  return ledger.db.transact(tenant, async (tx) => {
    const { dimensions, hasMore } = await loadDimensionPage(tx, tenant.businessId, filter, page)
    const shown = await loadShownValues(
      tx,
      tenant.businessId,
      dimensions.map(({ id }) => id),
    )
    const messages = dimensions.map((dimension) => toDimensionMessage(dimension, shown.get(dimension.id) ?? []))
    const data = messages.slice(0, fittingInBytes(messages, dimensionBytes))
    const total = page.totalCount ?? (await countDimensions(tx, tenant.businessId, filter))
    const last = hasMore || data.length < dimensions.length ? dimensions[data.length - 1] : undefined
    return { data, pagination: paginate(ledger, dimensionListing, scope, page, total, last && keyOf(page, last)) }
  })
}

const keyOf = ({ sortBy }: Page, { key, createdAt, id }: Dimension): readonly string[] =>
  sortBy === 'key' ? [key, id] : [createdAt.toISOString(), id]

const dimensionBytes = (dimension: TagDimension): number => Buffer.byteLength(JSON.stringify(dimension))

/** The values of a dimension in their own order. @throws TagDimensionNotFound, BusinessNotFound */
export async function listValues(
  ledger: Ledger,
  tenant: Tenant,
  request: ListTagValuesRequest__Output,
): Promise<ListTagValuesResponse> {
  const filter = {
    dimensionId: request.dimension_id,
    value: request.value,
    includeArchived: request.include_archived ?? false,
  }
  const scope = [tenant.businessId, filter]
  const page = readPage(ledger.cursorKey, valueListing, scope, request.page ?? {})
  return ledger.db.transact(tenant, async (tx) => {
    await requireDimension(tx, tenant, request.dimension_id)
    const { values, last } = await loadValuePage(tx, tenant.businessId, filter, page)
    const total = page.totalCount ?? (await countValues(tx, tenant.businessId, filter))
    return { data: values.map(toValueMessage), pagination: paginate(ledger, valueListing, scope, page, total, last) }
  })
}

const paginate = (
  ledger: Ledger,
  listing: Listing,
  scope: readonly unknown[],
  page: Page,
  total: number,
  last: readonly string[] | undefined,
): Pagination => paginationOf(ledger.cursorKey, listing, scope, page, total, last)
