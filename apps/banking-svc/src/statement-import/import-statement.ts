import type { Tx } from '@pacioli/db'
import { requireOpen } from '@pacioli/ledger-facts'
import type { ImportAnswer, ImportStatementRequest__Output } from '@pacioli/protos/banking'
import { isUuid, type BusinessWrite } from '@pacioli/rpc'
import type { Banking } from '../banking.ts'
import { externalAccountNotFound, withNewerBalance, type ExternalAccount } from '../bank-accounts/external-account.ts'
import { recordExternalAccounts } from '../bank-accounts/record-accounts.ts'
import { requireBusiness } from '../businesses/require-business.ts'
import { chooseStatements, newestBalance, requireCurrency, requireReadable, summaryOf } from './choose-statements.ts'
import type { Format } from './formats/read-statement.ts'
import { clean, type ParsedStatement } from './formats/statement.ts'
import type { Import } from './import.ts'
import type { WrittenRow } from './import-report.ts'
import type { Sorted } from './incoming.ts'
import { identify, keptId } from './line-identity.ts'
import { findPendingIds, loadPending } from './known-transaction.store.ts'
import { readInWorker } from './read-in-worker.ts'
import { runImport } from './run-import.ts'
import { findCandidates, insertLineIds } from './statement-line.store.ts'
import { rowsOf, sortStatement, type StatementRow } from './statement-rows.ts'

/**
 * Imports the transactions of a statement file that are not known yet, and reports for each statement whether its
 * balances agree with its rows. A dry run reports the same, and writes nothing.
 * @throws BusinessNotFound, BusinessArchived, ExternalAccountNotFound, BankAccountArchived, UnreadableStatement,
 *   CurrencyMismatch, NoReadableRow, InvalidPayload, PayloadTooLarge, AmountOutOfRange
 */
export async function importStatement(
  banking: Banking,
  request: BusinessWrite,
  input: ImportStatementRequest__Output,
): Promise<ImportAnswer> {
  const business = await requireBusiness(banking, request)
  requireOpen(business)
  const externalAccountId = input.external_account_id
  if (!isUuid(externalAccountId)) throw externalAccountNotFound(externalAccountId)
  const { currency, timeZone } = business
  const { content, file_name: fileName, csv_mapping } = input
  const { format, sha256, statements } = await readInWorker(
    { content, fileName, format: input.format, csvMapping: csv_mapping ?? undefined, currency },
    request,
  )
  const chosen = chooseStatements(statements, input.statement_account_id)
  requireCurrency(chosen, currency)
  requireReadable(chosen)
  const lines = new StatementImport(chosen, format, rowsOf(chosen, timeZone))
  const what: Import = {
    externalAccountId,
    file: { format, fileName: clean(fileName), sha256 },
    dryRun: input.dry_run ?? false,
    sort: (tx, account, locked) => lines.sort(tx, account, locked),
    afterwards: async (tx, account, sorted, written) => {
      await lines.keepIds(tx, account, sorted, written)
      await keepBalance(tx, banking, account, newestBalance(chosen, timeZone, banking.now()))
    },
    statements: chosen.map((statement) => summaryOf(statement, timeZone)),
    warnings: chosen.flatMap(({ warnings }) => warnings),
  }
  return runImport(banking, business, request, what)
}

/** QFX has the ids of OFX. */
const idSpaceOf = (format: Format): string => (format === 'QFX' ? 'OFX' : format)

class StatementImport {
  readonly #statements: readonly ParsedStatement[]
  readonly #format: Format
  readonly #rows: readonly StatementRow[]

  constructor(statements: readonly ParsedStatement[], format: Format, rows: readonly StatementRow[]) {
    this.#statements = statements
    this.#format = format
    this.#rows = rows
  }

  async sort(tx: Tx, account: ExternalAccount, locked: boolean): Promise<Sorted[]> {
    const lines = this.#rows.map(({ identifiable }) => identifiable)
    const candidates = await findCandidates(tx, account.id, {
      format: idSpaceOf(this.#format),
      contentKeys: lines.map(({ contentKey }) => contentKey),
      bankIds: lines.flatMap(({ bankId }) => (bankId === null ? [] : [keptId(bankId)])),
    })
    // Ids of OFX and those that a caller maps are unique by definition; references of other formats need not be.
    const idsAreUnique = idSpaceOf(this.#format) === 'OFX' || this.#format === 'CSV'
    const identities = identify(lines, candidates, { idsAreUnique })
    const problems = this.#statements.flatMap((statement) => statement.problems)
    const known = [...identities.values()].flatMap((one) => (one.kind === 'known' ? [one.transactionId] : []))
    const pendingIds = await findPendingIds(tx, known)
    const pending = await loadPending(tx, pendingIds, locked)
    return sortStatement(this.#rows, problems, identities, pending, account)
  }

  async keepIds(
    tx: Tx,
    account: ExternalAccount,
    sorted: readonly Sorted[],
    written: ReadonlyMap<number, WrittenRow>,
  ): Promise<void> {
    const bankIds = new Map(this.#rows.map(({ identifiable: { row, bankId } }) => [row, bankId]))
    const ids = sorted.flatMap((one) => {
      if (one.kind !== 'known' && one.kind !== 'new' && one.kind !== 'booked') return []
      const { row } = one.incoming
      const bankId = bankIds.get(row) ?? null
      const transactionId = one.kind === 'known' ? one.transactionId : written.get(row)?.transaction.id
      return bankId === null || transactionId === undefined ? [] : [{ bankId: keptId(bankId), transactionId }]
    })
    await insertLineIds(tx, account.id, idSpaceOf(this.#format), ids)
  }
}

/** The closing balance becomes the latest, unless the account has a newer one. */
async function keepBalance(
  tx: Tx,
  banking: Banking,
  account: ExternalAccount,
  reported: { balance: number; at: Date } | undefined,
): Promise<void> {
  if (!reported || (account.latestBalance !== null && reported.at <= account.latestBalance.at)) return
  const now = banking.now()
  const after = withNewerBalance(account, { ...reported, createdAt: now }, now)
  await recordExternalAccounts(tx, banking, [account], [after])
}
