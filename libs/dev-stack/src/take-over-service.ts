import { existsSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { TAKEOVERS_FILE } from './takeovers.ts'
import type { TakeoverAnswer, TakeoverRequest, TakeoverTerms } from './takeovers.ts'
import { HOST } from './topology.ts'

/** The takeover of a service in a running stack, until it is given back or the stack is gone. */
export interface Takeover {
  terms: TakeoverTerms
  /** Aborted when the stack has ended. */
  lost: AbortSignal
  giveBack: () => void
}

/** No stack runs in the state directory. */
export class NoStack extends Error {
  constructor(stateDir: string) {
    super(
      `No stack runs in ${stateDir}. Start one with npm start in another terminal, or say where it runs: ` +
        'PACIOLI_STATE_DIR=<directory>.',
    )
    this.name = 'NoStack'
  }
}

/**
 * Asks the stack of this directory to stop its own process of the service; resolves when that has ended.
 * @throws NoStack, or Error saying why the stack refuses
 */
export async function takeOverService(stateDir: string, service: string): Promise<Takeover> {
  const file = join(stateDir, TAKEOVERS_FILE)
  if (!existsSync(file)) throw new NoStack(stateDir)
  const { port, token } = JSON.parse(readFileSync(file, 'utf8')) as { port: number; token: string }
  const socket = await connected(port)
  if (!socket) throw new NoStack(stateDir)
  const lost = new AbortController()
  socket.once('close', () => lost.abort())
  socket.write(`${JSON.stringify({ token, service, pid: process.pid } satisfies TakeoverRequest)}\n`)
  const answer = await firstLine(socket)
  if (!answer) throw new NoStack(stateDir)
  if ('refused' in answer) throw new Error(answer.refused)
  return { terms: answer.terms, lost: lost.signal, giveBack: () => socket.destroy() }
}

/** Nothing listens there when the stack was killed. */
const connected = (port: number): Promise<Socket | undefined> =>
  new Promise((resolve) => {
    const socket = connect({ host: HOST, port })
    socket.on('error', () => resolve(undefined)) // 'close' follows
    socket.once('connect', () => resolve(socket))
  })

const firstLine = (socket: Socket): Promise<TakeoverAnswer | undefined> =>
  new Promise((resolve) => {
    socket.once('close', () => resolve(undefined))
    createInterface({ input: socket }).once('line', (line) => resolve(JSON.parse(line) as TakeoverAnswer))
  })
