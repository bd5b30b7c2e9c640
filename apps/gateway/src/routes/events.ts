import { EventsPage, ListEventsQuery, toEvent } from '../schemas/events.ts'
import type { Services } from '../services.ts'
import { BusinessParams, reads, type Routes } from './route.ts'

const listEvents = {
  operationId: 'listEvents',
  summary: 'Read what happened in a business',
  description:
    'A feed of all events of the business, one after the other. Keep `meta.pagination.cursor` and pass it as `after` to ' +
    'go on: at once while `has_more` is true, else whenever you like. Positions have no gaps, and what is about the same ' +
    'thing comes in the order of its versions. Events are kept for 90 days unless configured otherwise; a position ' +
    'before that is refused with 409, naming `oldest_position`.',
  tags: ['Events'],
  params: BusinessParams,
  querystring: ListEventsQuery,
  response: { 200: EventsPage },
}

export const eventRoutes =
  ({ events }: Services): Routes =>
  (app, _options, done) => {
    app.get(
      '/businesses/:businessId/events',
      { schema: listEvents, config: reads('books:read', ['BusinessNotFound', 'EventsPurged']) },
      async (request) => {
        const { type = [], ...page } = request.query
        const { data, pagination } = await request.ask(events.ListEvents, { ...page, type })
        return { data: data.map(toEvent), meta: { pagination } }
      },
    )
    done()
  }
