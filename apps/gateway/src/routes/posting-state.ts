import type { FastifyReply } from 'fastify'

/** Tells what became of what was to be posted; nothing where the service does not say. */
export function tellPosting(reply: FastifyReply, { posting }: { posting?: string }): void {
  if (posting !== undefined) reply.header('pacioli-posting', posting)
}
