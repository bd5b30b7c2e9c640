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

test('as many run as there are permits, and of one business no more than its share', async () => {
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

test('a business with much work does not keep others waiting: they are served in rotation', async () => {
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

test('a client with many businesses does not keep another one waiting: they are served in rotation', async () => {
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

test('a client has no more permits than its share, of all its businesses together', async () => {
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

test('a request that waits too long is refused, and leaves nothing behind', async () => {
  const turns = new FairSemaphore({ permits: 1, perBusiness: 1, name: 'searches' })
  const first = held()
  const running = turns.run(of('a'), 1_000, () => first.done)
  await expect(turns.run(of('b'), 1, async () => undefined)).rejects.toMatchObject({ errorEnum: 'ServiceUnavailable' })
  first.release()
  await running
  expect(await turns.run(of('b'), 0, async () => 'done')).toBe('done')
})

test('a failure releases the permit', async () => {
  const turns = new FairSemaphore({ permits: 1, perBusiness: 1, name: 'searches' })
  await expect(turns.run(of('a'), 0, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await turns.run(of('a'), 0, async () => 'done')).toBe('done')
})

test('after such a failure a business cools down, and others go on', async () => {
  const turns = new FairSemaphore({ permits: 1, perBusiness: 1, name: 'searches', cooldownAfter: () => 60_000 })
  await expect(turns.run(of('a'), 0, () => Promise.reject(new Error('too long')))).rejects.toThrow('too long')
  expect(await turns.run(of('b'), 0, async () => 'done')).toBe('done')
  await expect(turns.run(of('a'), 1, async () => 'done')).rejects.toMatchObject({ errorEnum: 'ServiceUnavailable' })
})

test('after its cooldown a business goes on', async () => {
  const turns = new FairSemaphore({ permits: 1, perBusiness: 1, name: 'searches', cooldownAfter: () => 5 })
  await expect(turns.run(of('a'), 0, () => Promise.reject(new Error('too long')))).rejects.toThrow('too long')
  expect(await turns.run(of('a'), 10_000, async () => 'done')).toBe('done')
})
