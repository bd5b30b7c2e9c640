import { isControlAccount } from '@pacioli/chart'
import type pg from 'pg'
import type { ChartNode } from '../../src/answers.ts'
import type { BenchContext } from '../bench.ts'
import { asSuperuser } from '../tools/database.ts'
import { callGateway, gatewayOf } from '../tools/gateway.ts'
import type { Books } from './raw-entries.ts'

/** A business of its own, and the ways in that all figures share. */
export type Setting = BenchContext & {
  superuser: pg.Pool
  books: Books
  /** Path of the business. */
  base: string
  /** Ids of the accounts that its chart began with, without those that documents keep. */
  accounts: string[]
}

export async function openSetting(context: BenchContext, name: string): Promise<Setting> {
  const superuser = asSuperuser(context.stack)
  const gateway = gatewayOf(context.stack, 1)
  const business = await callGateway<'createBusiness'>(gateway, '/v1/businesses', {
    legal_name: name,
  })
  const { id: businessId, client_id: clientId } = business.data
  const base = `/v1/businesses/${businessId}`
  const chart = await callGateway<'getChartOfAccounts'>(gateway, `${base}/ledger/chart`)
  await gateway.close()
  const { rows } = await superuser.query<{ books_epoch: string }>('SELECT books_epoch FROM businesses WHERE id = $1', [
    businessId,
  ])
  const books = { clientId, businessId, epoch: Number(rows[0]?.books_epoch) }
  return { ...context, superuser, books, base, accounts: idsOf(chart.data.accounts) }
}

/** The accounts of a chart that journal entries may post to as they like, parents before children. */
export const idsOf = (nodes: readonly ChartNode[]): string[] =>
  nodes.flatMap(({ id, stable_name, sub_accounts }) => [
    ...(isControlAccount(stable_name?.stable_name ?? null) ? [] : [id.id]),
    ...idsOf(sub_accounts),
  ])

/** Body of a journal entry between two accounts; without external_id, so that it can be posted any number of times. */
export const entryBody = (debit: string, credit: string) => ({
  entry_at: new Date().toISOString(),
  memo: 'A sale at the counter',
  line_items: [line(debit, 'DEBIT'), line(credit, 'CREDIT')],
})

const line = (id: string, direction: 'DEBIT' | 'CREDIT') => ({
  account_identifier: { type: 'AccountId', id },
  amount: 1_250,
  direction,
})

/** The nth of the bodies between different accounts: each account is debited and credited in turn. */
export function spreadBody(accounts: readonly string[], n: number): ReturnType<typeof entryBody> {
  const at = (index: number): string => accounts[index % accounts.length] ?? ''
  return entryBody(at(2 * n), at(2 * n + 1))
}
