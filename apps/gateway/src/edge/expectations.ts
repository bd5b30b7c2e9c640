/** What a caller expects before it sends a body (RFC 9110, 10.1.1). */
import { refused } from '@pacioli/errors'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** The caller waits for 100 Continue before it sends the body. */
export const expectsContinue = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  headers.expect?.toLowerCase() === '100-continue'

/** A body refused unread may come or not: only a new connection knows what is next on it. */
export function meetExpectations(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { expect } = request.headers
    if (expect === undefined || expectsContinue(request)) return done()
    const description = 'The header `Expect` takes `100-continue` and nothing else. Send the request without it.'
    done(refused('ExpectationFailed', description, { field: 'Expect' }))
  })
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (request.headers.expect !== undefined && !request.raw.complete) reply.header('connection', 'close')
    done()
  })
}
