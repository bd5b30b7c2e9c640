import { refused } from '@pacioli/errors'
import type { FastifyRequest, preParsingHookHandler } from 'fastify'

const charset = /;\s*charset\s*=\s*"?([^\s;"]*)/i

function problemWith({ headers, method }: FastifyRequest): string | undefined {
  // Their bodies are not read.
  if (method === 'GET' || method === 'HEAD') return undefined
  const encoding = headers['content-encoding']
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
    return 'Send the body as it is, without `Content-Encoding`: compressed ones are not read.'
  }
  const named = charset.exec(headers['content-type'] ?? '')?.[1]?.toLowerCase()
  return named === undefined || named === 'utf-8' || named === 'utf8' ? undefined : 'Send the body in UTF-8.'
}

/** Before the body is read: misread bytes would be refused with a misleading reason, or not at all. */
export const refuseOtherEncodings: preParsingHookHandler = (request, _reply, payload, done) => {
  const found = problemWith(request)
  done(found === undefined ? null : refused('UnsupportedMediaType', found), payload)
}
