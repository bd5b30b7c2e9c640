import { existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { jetStreamAnswers } from './nats-probe.ts'
import { startNats, wipeNatsStore } from './nats-server.ts'
import { startPostgres } from './postgres.ts'
import { commandLineOf, isAlive, sendSignal } from './processes.ts'
import { waitFor } from './wait-for.ts'

const newStateDir = (): string => mkdtempSync(join(tmpdir(), 'servers-'))

describe('PostgreSQL', () => {
  // Of all tests: making a cluster takes longer than everything that is done with it.
  const stateDir = newStateDir()

  test('comes back with its data and password, on the loopback interface only, also at once after kill -9', async () => {
    const first = await startPostgres({ stateDir })
    await first.stop()
    expect(isAlive(first.pid)).toBe(false)
    const second = await startPostgres({ stateDir, port: first.port })
    expect(second.adminUrl).toBe(first.adminUrl)
    expect(commandLineOf(second.pid)).toContain('listen_addresses=127.0.0.1')
    sendSignal(second.pid, 'SIGKILL')
    await second.exited
    const third = await startPostgres({ stateDir })
    expect(third.pid).not.toBe(second.pid)
    await third.crash()
  })

  test('a server that crashed or was left behind by a killed run is replaced, also one that is stopped (SIGSTOP)', async () => {
    const leftBehind = await startPostgres({ stateDir })
    const fresh = await startPostgres({ stateDir })
    expect(isAlive(leftBehind.pid)).toBe(false)
    sendSignal(fresh.pid, 'SIGSTOP')
    await fresh.stop()
    expect(isAlive(fresh.pid)).toBe(false)
  })

  test('a setting it does not know fails with what its log says', async () => {
    await expect(startPostgres({ stateDir, settings: { no_such_setting: 1 } })).rejects.toThrow(
      'unrecognized configuration parameter "no_such_setting"',
    )
  })
})

describe('NATS', () => {
  const stateDir = newStateDir()

  test('starts again after kill -9, and a server left behind is stopped first', async () => {
    const first = await startNats({ stateDir })
    await first.crash()
    const second = await startNats({ stateDir, port: first.port })
    const third = await startNats({ stateDir, port: first.port })
    expect(isAlive(second.pid)).toBe(false)
    expect(third.url).toBe(first.url)
    await third.stop()
  })

  test('a server that accepts connections is distinguished from one whose JetStream answers', async () => {
    const nats = await startNats({ stateDir })
    expect(await jetStreamAnswers(nats.port, 'NOT_THERE')).toBe(true)
    sendSignal(nats.pid, 'SIGSTOP')
    // A thread of it may run on for a moment.
    await expect.poll(() => jetStreamAnswers(nats.port, 'NOT_THERE', 200)).toBe(false)
    sendSignal(nats.pid, 'SIGCONT')
    expect(await jetStreamAnswers(nats.port, 'NOT_THERE')).toBe(true)
    await nats.stop()
    expect(await jetStreamAnswers(nats.port, 'NOT_THERE')).toBe(false)
  })

  test('forgets everything when its store is wiped', async () => {
    const nats = await startNats({ stateDir })
    await nats.stop()
    wipeNatsStore(stateDir)
    expect(existsSync(`${stateDir}/nats`)).toBe(false)
    const again = await startNats({ stateDir })
    await again.stop()
    await waitFor('its end', () => !isAlive(again.pid))
  })
})
