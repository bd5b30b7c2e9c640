import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { aloud, Progress } from './progress.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** What is said in each of so many seconds of work that gets on by one thing every seven. */
async function saidIn(seconds: number): Promise<string[]> {
  const output = new PassThrough()
  const progress = new Progress(
    [
      { name: 'bills', kind: 'single', size: 20, weight: 1_000 },
      { name: 'payments', kind: 'single', size: 10, weight: 1_000 },
    ],
    output,
  )
  const work = progress.part('bills', async (tell) => {
    for (let done = 1; done <= 20; done++) {
      await new Promise((resolve) => setTimeout(resolve, 7_000))
      tell(done)
    }
  })
  const said: string[] = []
  for (let second = 0; second < seconds; second++) {
    await vi.advanceTimersByTimeAsync(1_000)
    said.push(((output.read() as Buffer | null) ?? '').toString())
  }
  await vi.runAllTimersAsync()
  await work
  return said
}

test('work is never silent for five seconds, also while nothing gets on', async () => {
  const said = await saidIn(60)
  for (let from = 0; from + 5 <= said.length; from++) expect(said.slice(from, from + 5).join('')).toContain('bills')
})

test('what is to go is what this part and those after it will take, at the speed of what was done', async () => {
  const said = (await saidIn(72)).join('')
  // Ten of twenty bills took seventy seconds, and ten payments should take as long as ten bills.
  expect(said).toMatch(/bills .* 10\/20, 1m10s, 2m\d\ds to go in all/)
  expect(said.split('\n')[0]).not.toContain('to go')
})

test('what takes long is said aloud until it is done', async () => {
  const log = vi.spyOn(console, 'log').mockImplementation(() => {})
  const done = aloud('starting a stack', () => new Promise((resolve) => setTimeout(() => resolve(7), 9_000)))
  await vi.runAllTimersAsync()
  expect(await done).toBe(7)
  expect(log.mock.calls.flat()).toEqual(['starting a stack: 4s', 'starting a stack: 8s'])
})
