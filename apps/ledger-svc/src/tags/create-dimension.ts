import { writeOnce } from '@pacioli/db'
import { Problems } from '@pacioli/errors'
import { stageEvents } from '@pacioli/events'
import type { CreateTagDimensionRequest__Output, TagDimension } from '@pacioli/protos/ledger'
import type { BusinessWrite } from '@pacioli/rpc'
import { lockBooksToDefine } from '../books/change-books.ts'
import type { Ledger } from '../ledger.ts'
import { newDimension, newValue } from './dimension.ts'
import { duplicateKey, insertDimensions } from './dimension.store.ts'
import { toStrictness } from './strictness.ts'
import { createdEvents, toDimensionMessage } from './tag.messages.ts'
import { insertValues, loadShownValues } from './tag-value.store.ts'

/**
 * Creates a dimension, with values if they are given. An existing key is refused rather than answered: its dimension may
 * have another strictness.
 * @throws DuplicateTagKey, DuplicateTagValue, BusinessNotFound, BusinessArchived
 */
export async function createDimension(
  ledger: Ledger,
  request: BusinessWrite,
  input: CreateTagDimensionRequest__Output,
): Promise<{ data: TagDimension; created: boolean }> {
  const now = ledger.now()
  const { businessId } = request
  refuseRepeatedValues(input.defined_values.map(({ value }) => value))
  return writeOnce(ledger.db, request, now, async (tx) => {
    const moment = { now, epoch: (await lockBooksToDefine(tx, request)).epoch }
    const dimension = newDimension(
      ledger.newId(),
      {
        key: input.key,
        displayName: input.display_name ?? null,
        strictness: toStrictness(input.strictness) ?? 'NON_BALANCING',
        userVisible: input.user_visible ?? false,
      },
      moment,
    )
    const values = input.defined_values.map(({ value, display_name, is_archived }) =>
      newValue(
        ledger.newId(),
        dimension,
        { value, displayName: display_name ?? null, isArchived: is_archived ?? false },
        moment,
      ),
    )
    if ((await insertDimensions(tx, businessId, [dimension])).length === 0) throw duplicateKey(input.key)
    await insertValues(tx, businessId, values)
    await stageEvents(tx, createdEvents(businessId, { dimensions: [dimension], values }, ledger.newId, now))
    tx.afterCommit(ledger.notify)
    const shown = await loadShownValues(tx, businessId, [dimension.id])
    return { data: toDimensionMessage(dimension, shown.get(dimension.id) ?? []), created: true }
  })
}

function refuseRepeatedValues(values: readonly string[]): void {
  const problems = new Problems()
  const seen = new Set<string>()
  for (const [index, value] of values.entries()) {
    if (seen.has(value))
      problems.add('DuplicateTagValue', `The value ${value} is given twice.`, {
        field: `defined_values.${index}.value`,
        value,
      })
    seen.add(value)
  }
  problems.throwIfAny()
}
