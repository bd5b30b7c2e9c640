/** What is sent and answered of statements and rules, as the client has it. */
import type { BodyOf, InitOf } from '@pacioli/client'
import type { B } from '../shared/books.ts'

export type ExternalAccount = BodyOf<`${typeof B}/external-accounts`, 'get'>['data'][number]
export type ImportReport = BodyOf<`${typeof B}/custom-accounts/{externalAccountId}/statement-import`, 'post'>['data']
export type StatementSummary = ImportReport['statements'][number]
export type ImportInput = InitOf<`${typeof B}/custom-accounts/{externalAccountId}/statement-import`, 'post'>['body']
/** Which column of a CSV file holds what. */
export type MappingInput = NonNullable<ImportInput['csv_mapping']>
export type RuleInput = InitOf<`${typeof B}/categorization-rules`, 'post'>['body']

/** What becomes of a transaction, in this order. */
export const STATUSES = ['PENDING', 'READY_FOR_INPUT', 'CATEGORIZED', 'SPLIT', 'MATCHED'] as const
