import { expect, test } from 'vitest'
import { CpuMeter, databaseIn, POSTGRES, timesIn, usedBetween, type ProcessTimes } from './cpu.ts'

/** A process that began with the stack unless it says so. */
const process = (pid: number, parent: number, own: number, ended = 0, start = 1): ProcessTimes => ({
  key: `${pid} ${start}`,
  pid,
  parent,
  own,
  ended,
})

const meterOf = (readings: ProcessTimes[][], titles: Record<number, string> = {}): CpuMeter =>
  new CpuMeter(
    { gateway: 10, [POSTGRES]: 20 },
    () => readings.shift() ?? [],
    (pid) => titles[pid] ?? '',
  )

test('the times of a process are read behind its name, whatever that contains', () => {
  const stat = '4711 (a (b) c) S 20 4711 4711 0 -1 4194304 100 200 0 0 12 3 4 5 20 0 1 0 987654 1000 10'
  expect(timesIn(stat)).toEqual({ key: '4711 987654', pid: 4711, parent: 20, own: 150, ended: 90 })
})

test('a connection of PostgreSQL names its database, a process of its own none', () => {
  expect(databaseIn('postgres: ledger_app ledger 127.0.0.1(54636) idle in transaction')).toBe('ledger')
  expect(databaseIn('postgres: ledger_relay ledger 127.0.0.1(54638) UPDATE')).toBe('ledger')
  for (const title of ['postgres: checkpointer ', 'postgres: autovacuum worker ledger', '/bin/postgres -D /data '])
    expect(databaseIn(title)).toBeUndefined()
})

test('a process is charged with its children, PostgreSQL by database, and nobody else is counted', () => {
  const titles = { 21: 'postgres: ledger_app ledger 127.0.0.1(1) idle', 22: 'postgres: walwriter ' }
  const meter = meterOf(
    [
      [
        process(1, 0, 9_000),
        process(10, 1, 100),
        process(11, 10, 5),
        process(12, 11, 2),
        process(20, 1, 1),
        process(21, 20, 40),
        process(22, 20, 3),
      ],
    ],
    titles,
  )
  expect(meter.read()).toEqual({ gateway: 107, 'PostgreSQL, ledger': 40, 'PostgreSQL, background': 4 })
})

test('what an ended connection used stays with its database, and the rest with PostgreSQL', () => {
  const titles = { 21: 'postgres: ledger_app ledger 127.0.0.1(1) idle' }
  const meter = meterOf(
    [
      [process(20, 1, 10, 1_000), process(21, 20, 40)],
      // It used 5 more before it ended, and a process that was never seen used 7.
      [process(20, 1, 10, 1_000 + 45 + 7)],
      [process(20, 1, 10, 1_000 + 45 + 7)],
    ],
    titles,
  )
  const before = meter.read()
  const after = meter.read()
  expect(usedBetween(before, after)).toEqual({ 'PostgreSQL, background': 12, 'PostgreSQL, ledger': 0 })
  expect(usedBetween(after, meter.read())).toEqual({ 'PostgreSQL, background': 0, 'PostgreSQL, ledger': 0 })
})

test('an id that is used again is another process', () => {
  const titles = { 21: 'postgres: ledger_app ledger 127.0.0.1(1) idle' }
  const meter = meterOf(
    [
      [process(20, 1, 10), process(21, 20, 40, 0, 1)],
      [process(20, 1, 10, 40), process(21, 20, 2, 0, 2)],
    ],
    titles,
  )
  const before = meter.read()
  expect(usedBetween(before, meter.read())).toEqual({ 'PostgreSQL, background': 0, 'PostgreSQL, ledger': 2 })
})
