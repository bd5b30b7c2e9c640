import { expect, test } from 'vitest'
import { FairSemaphore } from './semaphore.ts'

const held = () => {
  let release: () => void = () => undefined
  const done = new Promise<void>((resolve) => {
    release = resolve
  })
  return { done, release }
}

const of = (businessId: string, clientId = 'a client') => ({ clientId, businessId })

const tick = () => new Promise((resolve) => setImmediate(resolve))

test('as many run at once as may, and of one business no more than its share', async () => {
  const turns = new FairSemaphore({ permits: 2, perBusiness: 1, name: 'searches' })
  const started: string[] = []
  const ends = ['a1', 'a2', 'b1', 'c1'].map((name) => {
    const { done, release } = held()
    void turns.run(of(name[0] ?? ''), 1_000, async () => {
      started.push(name)
      await done
    })
    return release
  })
  await tick()
  expect(started).toEqual(['a1', 'b1'])
  ends[0]?.()
  await tick()
  expect(started).toEqual(['a1', 'b1', 'a2'])
  ends[2]?.()
  await tick()
  expect(started).toEqual(['a1', 'b1', 'a2', 'c1'])
  ends[1]?.()
  ends[3]?.()
})

test('a business that asks for much does not keep others waiting: they take turns', async () => {
  const turns = new FairSemaphore({ permits: 1, perBusiness: 1, name: 'searches' })
  const order: string[] = []
  const one = (name: string) =>
    turns.run(of(name[0] ?? ''), 1_000, async () => {
      order.push(name)
      await tick()
    })
  await Promise.all(['a1', 'a2', 'a3', 'a4', 'b1', 'b2'].map(one))
  expect(order).toEqual(['a1', 'a2', 'b1', 'a3', 'b2', 'a4'])
})

test('a client with many businesses does not keep another one waiting: they take turns', async () => {
  const turns = new FairSemaphore({ permits: 1, perBusiness: 1, name: 'searches' })
  const order: string[] = []
  const one = (name: string) =>
    turns.run(of(name, name[0]), 1_000, async () => {
      order.push(name)
      await tick()
    })
  await Promise.all(['a1', 'a2', 'a3', 'a4', 'a2', 'b1', 'b2'].map(one))
  expect(order).toEqual(['a1', 'a2', 'b1', 'a3', 'b2', 'a4', 'a2'])
})

test('a client has no more turns than its share, of all its businesses together', async () => {
  const turns = new FairSemaphore({ permits: 4, perBusiness: 2, perClient: 2, name: 'searches' })
  const started: string[] = []
  const ends = ['a1', 'a2', 'a3', 'b1'].map((name) => {
    const { done, release } = held()
    void turns.run(of(name, name[0]), 1_000, async () => {
      started.push(name)
      await done
    })
    return release
  })
  await tick()
  expect(started).toEqual(['a1', 'a2', 'b1'])
  ends[0]?.()
  await tick()
  expect(started).toEqual(['a1', 'a2', 'b1', 'a3'])
  for (const end of ends) end()
})

test('who waits too long is told to come again, and leaves no place behind', async () => {
  const turns = new FairSemaphore({ permits: 1, perBusiness: 1, name: 'searches' })
  const first = held()
  const running = turns.run(of('a'), 1_000, () => first.done)
  await expect(turns.run(of('b'), 1, async () => undefined)).rejects.toMatchObject({ errorEnum: 'ServiceUnavailable' })
  first.release()
  await running
  expect(await turns.run(of('b'), 0, async () => 'done')).toBe('done')
})

test('a failure gives the turn back', async () => {
  const turns = new FairSemaphore({ permits: 1, perBusiness: 1, name: 'searches' })
  await expect(turns.run(of('a'), 0, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await turns.run(of('a'), 0, async () => 'done')).toBe('done')
})

test('after a failure that says so a business rests, and others go on', async () => {
  const turns = new FairSemaphore({ permits: 1, perBusiness: 1, name: 'searches', cooldownAfter: () => 60_000 })
  await expect(turns.run(of('a'), 0, () => Promise.reject(new Error('too long')))).rejects.toThrow('too long')
  expect(await turns.run(of('b'), 0, async () => 'done')).toBe('done')
  await expect(turns.run(of('a'), 1, async () => 'done')).rejects.toMatchObject({ errorEnum: 'ServiceUnavailable' })
})

test('who has rested goes on', async () => {
  const turns = new FairSemaphore({ permits: 1, perBusiness: 1, name: 'searches', cooldownAfter: () => 5 })
  await expect(turns.run(of('a'), 0, () => Promise.reject(new Error('too long')))).rejects.toThrow('too long')
  expect(await turns.run(of('a'), 10_000, async () => 'done')).toBe('done')
})
