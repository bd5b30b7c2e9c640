import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * For a list without room for a cursor in its body: the way to the next page as a link (RFC 8288), with all filters.
 * Relative, because only the caller knows by which name it reached us. No cursor, no more pages.
 */
export function linkNext({ url }: FastifyRequest, reply: FastifyReply, cursor: string | undefined): void {
  if (cursor === undefined) return
  const [path = '', query] = url.split('?')
  const next = new URLSearchParams(query)
  next.set('cursor', cursor)
  reply.header('link', `<${path}?${next.toString()}>; rel="next"`)
}
