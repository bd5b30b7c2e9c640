import pg from 'pg'

/** A LISTEN on one channel that survives lost connections. */
export type Listener = { close: () => Promise<void> }

/**
 * Calls `onNotify` for each NOTIFY on the channel, and once after every (re)connection, because what was sent
 * meanwhile is gone. A failing connection is tried again every second: notifications only save waiting, never truth.
 */
export function listen(url: string, channel: string, onNotify: () => void): Listener {
  let closed = false
  let client: pg.Client | undefined
  let retry: NodeJS.Timeout | undefined

  const connect = async (): Promise<void> => {
    const next = new pg.Client({ connectionString: url, keepAlive: true, application_name: `listen ${channel}` })
    const lost = (): void => {
      if (client === next) client = undefined
      if (!closed) retry = setTimeout(() => void connect(), 1_000)
    }
    next.on('notification', onNotify)
    try {
      await next.connect()
      await next.query(`LISTEN ${pg.escapeIdentifier(channel)}`)
    } catch {
      await next.end().catch(() => undefined)
      return lost()
    }
    next.once('error', lost)
    next.once('end', () => client === next && lost())
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
