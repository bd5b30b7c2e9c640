import * as examples from '../schemas/banking-examples.ts'
import { Categories, Counterparty, ListCounterpartiesQuery } from '../schemas/categories.ts'
import { Data, Page, refTo } from '../schemas/parts.ts'
import type { Services } from '../services.ts'
import { BusinessParams, reads, type Routes } from './route.ts'

const tags = ['Bank transactions']

const listCategories = {
  operationId: 'listCategories',
  summary: 'List categories',
  description: 'The accounts of the chart that transactions can be categorized as, as a tree, and `Exclusion`.',
  tags,
  params: BusinessParams,
  response: { 200: Data(refTo(Categories), examples.categories, 'The categories.') },
}

const listCounterparties = {
  operationId: 'listCounterparties',
  summary: 'List counterparties',
  description: 'Whom money came from or went to, in the order of their names.',
  tags,
  params: BusinessParams,
  querystring: ListCounterpartiesQuery,
  response: { 200: Page(refTo(Counterparty), examples.counterparty, 'name', 'A page of counterparties.') },
}

export const categoryRoutes =
  ({ bankTransactions }: Services): Routes =>
  (app, _options, done) => {
    app.get(
      '/businesses/:businessId/categories',
      { schema: listCategories, config: reads('books:read', ['BusinessNotFound']) },
      async (request) => ({ data: await request.ask(bankTransactions.ListCategories, {}) }),
    )

    app.get(
      '/businesses/:businessId/counterparties',
      { schema: listCounterparties, config: reads('books:read', ['BusinessNotFound', 'InvalidCursor']) },
      async (request) => {
        const { name, ...page } = request.query
        const { data, pagination } = await request.ask(bankTransactions.ListCounterparties, { page, name })
        return { data, meta: { pagination } }
      },
    )
    done()
  }
