import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * Links to the next page in a header (RFC 8288), with all filters, for a list whose body has no place for a cursor.
 * Relative, as only the caller knows the host it used. Without a cursor there are no more pages.
 */
export function linkNext({ url }: FastifyRequest, reply: FastifyReply, cursor: string | undefined): void {
  if (cursor === undefined) return
  const [path = '', query] = url.split('?')
  const next = new URLSearchParams(query)
  next.set('cursor', cursor)
  reply.header('link', `<${path}?${next.toString()}>; rel="next"`)
}
