import { writeOnce, type Tx } from '@pacioli/db'
import { Problems, refused } from '@pacioli/errors'
import { insertResolved, loadTagDefinitions, requireOpen, type TagDefinition } from '@pacioli/ledger-facts'
import type {
  ApplyTagsRequest__Output,
  RemoveTagsRequest__Output,
  TaggedEntitiesResponse,
} from '@pacioli/protos/common'
import { isUuid, type BusinessWrite } from '@pacioli/rpc'
import type { Banking } from '../banking.ts'
import { requireBusiness } from '../businesses/require-business.ts'
import { addTags, removeTags as without, type BankAccount } from './bank-account.ts'
import { loadBankAccounts, lockBankAccounts } from './bank-account.store.ts'
import { toAppliedTags } from './present-accounts.ts'
import { recordBankAccounts } from './record-accounts.ts'

const ENTITY_TYPE = 'BANK_ACCOUNT'
const MAX_ENTITIES = 1_000

/**
 * Adds tags to bank accounts, all or none; missing definitions are created. Tags that an account carries stay as they
 * are. Tags of a bank account are its own: they go on no entry.
 * @throws EntityNotFound, TagValueArchived, DuplicateTagDimension, PayloadTooLarge, InvalidPayload, BusinessNotFound,
 *   BusinessArchived, ServiceUnavailable
 */
export async function applyTags(
  banking: Banking,
  request: BusinessWrite,
  input: ApplyTagsRequest__Output,
): Promise<TaggedEntitiesResponse> {
  const ids = await prepare(banking, request, input)
  const tagInputs = input.key_values.map((one, index) => ({ input: one, field: `key_values.${index}` }))
  return banking.postingSession.decide(
    request,
    async () => {
      // A request that will be refused must not define tags.
      await banking.db.transact(request, async (tx) => refuseUnknown(ids, await load(tx, ids)))
      return { tags: tagInputs }
    },
    (books) =>
      change(banking, request, ids, async (tx, accounts) => {
        books.requireOpenBusiness()
        const tags = tagInputs.map(({ input: one, field }) => ({ tag: books.tag(one), field }))
        insertResolved(tx, { tags: tags.map(({ tag }) => tag) })
        const valueOf = new Map(tags.map(({ tag }) => [tag.definitionId, tag.value]))
        const carried = await definitionsOf(tx, accounts)
        const nameOf = (id: string): string => carried.get(id)?.value ?? valueOf.get(id) ?? id
        const problems = new Problems()
        const tagged = accounts.map((account) =>
          addTags(account, tags, { newId: banking.newId, now: banking.now(), nameOf }, problems),
        )
        problems.throwIfAny()
        return tagged
      }),
  )
}

/**
 * Removes tags from bank accounts, all or none; tags that an account does not carry are ignored.
 * @throws EntityNotFound, InvalidPayload, PayloadTooLarge, BusinessNotFound, BusinessArchived
 */
export async function removeTags(
  banking: Banking,
  request: BusinessWrite,
  input: RemoveTagsRequest__Output,
): Promise<TaggedEntitiesResponse> {
  const ids = await prepare(banking, request, input)
  return change(banking, request, ids, async (tx, accounts) => {
    const carried = await definitionsOf(tx, accounts)
    const removed = [...carried.values()].filter((tag) =>
      input.key_values.some(({ key, value }) => key === tag.key && value === tag.value),
    )
    const definitionIds = new Set(removed.map(({ definitionId }) => definitionId))
    return accounts.map((account) => without(account, definitionIds, banking.now()))
  })
}

/** The ids as the database spells them. */
async function prepare(
  banking: Banking,
  request: BusinessWrite,
  { entity_type, entity_ids }: { entity_type: string; entity_ids: readonly string[] },
): Promise<string[]> {
  requireOpen(await requireBusiness(banking, request))
  if (entity_type !== ENTITY_TYPE)
    throw refused('InvalidPayload', `Expected ${ENTITY_TYPE}.`, { field: 'entity_type', value: entity_type })
  if (entity_ids.length > MAX_ENTITIES)
    throw refused(
      'PayloadTooLarge',
      `A request names at most ${MAX_ENTITIES} entities; here are ${entity_ids.length}.`,
      {
        field: 'entity_ids',
      },
    )
  return entity_ids.map((id) => id.toLowerCase())
}

/** Locks and changes the accounts, and answers them in the order of the request. */
function change(
  banking: Banking,
  request: BusinessWrite,
  ids: readonly string[],
  decide: (tx: Tx, accounts: readonly BankAccount[]) => Promise<BankAccount[]>,
): Promise<TaggedEntitiesResponse> {
  return writeOnce(banking.db, request, banking.now(), async (tx) => {
    const before = await lockBankAccounts(tx, ids.filter(isUuid))
    refuseUnknown(ids, before)
    const after = await decide(tx, before)
    await recordBankAccounts(tx, banking, before, after)
    const definitions = await definitionsOf(tx, after)
    const byId = new Map(after.map((account) => [account.id, account]))
    return {
      data: ids.flatMap((id) => {
        const account = byId.get(id)
        if (!account) return []
        return [{ entity_type: ENTITY_TYPE, entity_id: id, transaction_tags: toAppliedTags(account, definitions) }]
      }),
    }
  })
}

const load = (tx: Tx, ids: readonly string[]): Promise<BankAccount[]> => loadBankAccounts(tx, ids.filter(isUuid))

const definitionsOf = (tx: Tx, accounts: readonly BankAccount[]): Promise<Map<string, TagDefinition>> =>
  loadTagDefinitions(tx, [...new Set(accounts.flatMap(({ tags }) => tags.map(({ definitionId }) => definitionId)))])

/** @throws EntityNotFound, naming each */
function refuseUnknown(ids: readonly string[], accounts: readonly BankAccount[]): void {
  const known = new Set(accounts.map(({ id }) => id))
  const problems = new Problems()
  for (const [index, id] of ids.entries())
    if (!known.has(id))
      problems.add('EntityNotFound', `The business has nothing of this type with the id ${id}.`, {
        field: `entity_ids.${index}`,
        value: id,
      })
  problems.throwIfAny()
}
