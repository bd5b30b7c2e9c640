import pg from 'pg'
import { serversAt } from './servers.ts'

const RETRY_MS = 1_000

/** A LISTEN on one channel that survives lost connections. */
export type Listener = { close: () => Promise<void> }

/**
 * Calls `onNotify` for each NOTIFY on the channel, and once after every (re)connection, because notifications sent
 * meanwhile are lost. A failing connection is retried every second: notifications only save waiting; nothing relies on
 * them.
 */
export function listen(url: string, channel: string, onNotify: () => void): Listener {
  let closed = false
  let client: pg.Client | undefined
  let retry: NodeJS.Timeout | undefined

  const connect = async (): Promise<void> => {
    const next = serversAt(url).client({ keepAlive: true, application_name: `listen ${channel}` })
    let isLost = false
    const lost = (): void => {
      if (isLost) return
      isLost = true
      if (client === next) client = undefined
      if (!closed) retry = setTimeout(() => void connect(), RETRY_MS)
    }
    next.on('notification', onNotify)
    // A connection may report its end more than once, and an unhandled error event ends the process.
    next.on('error', lost)
    next.on('end', lost)
    try {
      await next.connect()
      await next.query(`LISTEN ${pg.escapeIdentifier(channel)}`)
    } catch {
      await next.end().catch(() => undefined)
      return lost()
    }
    client = next
    if (closed) await next.end()
    else onNotify()
  }

  void connect()
  return {
    close: async () => {
      closed = true
      clearTimeout(retry)
      const open = client
      client = undefined
      await open?.end().catch(() => undefined)
    },
  }
}
