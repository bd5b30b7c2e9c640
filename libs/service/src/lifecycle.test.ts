import { expect, test } from 'vitest'
import { Lifecycle } from './lifecycle.ts'
import { createLogger } from './logger.ts'
import { checkReadiness } from './readiness.ts'

function started() {
  const lines: string[] = []
  const write = (line: string): void => void lines.push((JSON.parse(line) as { msg: string }).msg)
  const life = new Lifecycle({ name: 'ledger-svc', logger: createLogger('ledger-svc', 'info', { write }) })
  return { life, lines }
}

test('is ready once started, while its checks pass, until it stops', async () => {
  const { life } = started()
  const isReady = async () => (await checkReadiness(life.ready)).ready
  expect(await isReady()).toBe(false)
  let ok = true
  life.readyWhen(async () => [{ name: 'database', ok }])
  expect(await isReady()).toBe(true)
  ok = false
  expect(await isReady()).toBe(false)
  ok = true
  life.beginStop()
  expect(await isReady()).toBe(false)
})

test('waits for a dependency until that answers, and logs why, once for each reason', async () => {
  const { life, lines } = started()
  let asked = 0
  await life.waitFor('its database', () => {
    asked += 1
    if (asked < 3) return Promise.reject(new Error('connection refused.'))
    return asked === 3 ? Promise.reject(new Error('no such table.')) : Promise.resolve()
  })
  expect(lines).toEqual([
    'ledger-svc waits for its database: connection refused. It tries again until it is there.',
    'ledger-svc waits for its database: no such table. It tries again until it is there.',
    'ledger-svc has its database',
  ])
})

test('does not wait for what fails for good', async () => {
  const { life, lines } = started()
  const wrongRole = Object.assign(new Error('the role is a superuser'), { isForGood: true })
  await expect(life.waitFor('its database', () => Promise.reject(wrongRole))).rejects.toBe(wrongRole)
  expect(lines).toEqual([])
})

test('what it waits for is what /readyz says', async () => {
  const { life } = started()
  let giveUp = false
  const waiting = life.waitFor('its database', () =>
    giveUp ? Promise.resolve() : Promise.reject(new Error('connection refused')),
  )
  const detail = async () => (await life.ready())[0]?.detail
  await expect.poll(detail).toBe('it is starting, and waits for its database: connection refused')
  giveUp = true
  await waiting
})

test('stops waiting when it is stopped', async () => {
  const { life } = started()
  let asked = 0
  const waiting = life.waitFor('its database', () => Promise.reject(new Error(`${(asked += 1)}`)))
  const ended = expect(waiting).rejects.toThrow('ledger-svc was stopped while it waited for its database')
  await expect.poll(() => asked).toBeGreaterThan(0)
  life.beginStop()
  await ended
})
