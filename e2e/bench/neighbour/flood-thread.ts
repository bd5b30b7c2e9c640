/** The thread of the flooding client: measurements of its neighbour must not wait for it in our own process. */
import { setTimeout as pause } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { gatewayOf } from '../tools/gateway.ts'
import type { Flood } from './floods.ts'

export type FloodOrder = { baseUrl: string; token: string; flood: Flood }
/** What became of the requests. */
export type FloodCount = { passed: number; refused: number }

/** What was refused is sent again after this. */
const AGAIN_MS = 20
/** The refusals of too many requests; guesses as such, and much data sent in vain by a reset. */
const WITHIN_LIMITS = /answered (401|429|503|504)|ECONNRESET|other side closed/

const { baseUrl, token, flood } = workerData as FloodOrder
const gateway = gatewayOf({ baseUrl }, flood.atOnce, token)
const counted: FloodCount = { passed: 0, refused: 0 }
let isOver = false
let index = 0

async function pourOne(): Promise<void> {
  while (!isOver) {
    const { method, path, body, headers } = flood.requests[index++ % flood.requests.length] ?? refuseEmpty()
    const isPassed = await gateway.send(method, path, body, headers).then(
      () => true,
      (error: Error) => {
        if (WITHIN_LIMITS.test(error.message)) return false
        throw error
      },
    )
    counted[isPassed ? 'passed' : 'refused'] += 1
    if (!isPassed) await pause(AGAIN_MS)
  }
}

function refuseEmpty(): never {
  throw new Error(`The flood of ${flood.what} has no requests`)
}

parentPort?.once('message', () => (isOver = true))
await Promise.all(Array.from({ length: flood.atOnce }, pourOne))
await gateway.close()
parentPort?.postMessage(counted)
