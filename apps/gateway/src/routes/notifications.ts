import { Type } from 'typebox'
import * as examples from '../schemas/banking-examples.ts'
import { BusinessNotifications } from '../schemas/notifications.ts'
import { refTo } from '../schemas/parts.ts'
import type { Services } from '../services.ts'
import { BusinessParams, reads, type Routes } from './route.ts'

const getBusinessNotifications = {
  operationId: 'getBusinessNotifications',
  summary: 'Get what a business should be told of',
  description: 'Counted from events: at most a second behind what was written.',
  tags: ['Notifications'],
  params: BusinessParams,
  response: {
    200: Type.Unsafe<unknown>({
      ...Type.Object({ data: refTo(BusinessNotifications), meta: Type.Object({}, { default: {} }) }),
      description: 'The counts.',
      examples: [{ data: examples.notifications, meta: {} }],
    }),
  },
}

export const notificationRoutes =
  ({ notifications }: Services): Routes =>
  (app, _options, done) => {
    app.get(
      '/businesses/:businessId/notifications',
      { schema: getBusinessNotifications, config: reads('books:read', ['BusinessNotFound']) },
      async (request) => ({ data: await request.ask(notifications.GetBusinessNotifications, {}), meta: {} }),
    )
    done()
  }
