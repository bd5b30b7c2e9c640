/** Load over HTTP: bodies are sent as they are, and answers are read to their end but parsed only on request. */
import type { Stack } from '@pacioli/dev-stack'
import { Pool } from 'undici'
import type { Answers, OperationId } from '../../src/answers.ts'

export type Gateway = {
  /** The raw answer. @throws Error when it isn't 2xx */
  send: (
    method: 'GET' | 'POST' | 'PUT',
    path: string,
    body?: string,
    headers?: Record<string, string>,
  ) => Promise<Buffer>
  close: () => Promise<void>
}

/** @param token of the demo client by default */
export function gatewayOf(stack: Stack, connections: number, token?: string): Gateway
export function gatewayOf(at: { baseUrl: string }, connections: number, token: string): Gateway
export function gatewayOf(at: Stack | { baseUrl: string }, connections: number, given?: string): Gateway {
  const pool = new Pool(at.baseUrl, { connections, pipelining: 1 })
  const token = given ?? ('dev' in at ? at.dev.token : '')
  const always = { authorization: `Bearer ${token}` }
  return {
    send: async (method, path, body, headers = {}) => {
      const answer = await pool.request({
        method,
        path,
        headers: { ...always, ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
        body,
      })
      const bytes = Buffer.from(await answer.body.arrayBuffer())
      if (answer.statusCode >= 300)
        throw new Error(`${method} ${path} answered ${answer.statusCode}: ${bytes.toString()}`)
      return bytes
    },
    close: () => pool.close(),
  }
}

/** The parsed answer of an operation at this path. */
export async function callGateway<Name extends OperationId>(
  gateway: Gateway,
  path: string,
  body?: object,
  headers?: Record<string, string>,
): Promise<Answers[Name]> {
  const bytes = await gateway.send(body === undefined ? 'GET' : 'POST', path, body && JSON.stringify(body), headers)
  return JSON.parse(bytes.toString()) as Answers[Name]
}
