import { expect, onTestFinished, test, vi } from 'vitest'
import { Together, type Sender } from './together.ts'

type Thing = { place: string; name?: string; late?: boolean }

/** Sends things, and waits with each call until it is let go. */
function heldSender() {
  const calls: { things: string[]; letGo: (outcomes?: readonly string[]) => void; fail: (error: Error) => void }[] = []
  const waits = (things: readonly Thing[]) =>
    new Promise<readonly string[]>((resolve, reject) => {
      const done = things.map(({ place }) => `${place} done`)
      calls.push({
        things: things.map(({ place }) => place),
        letGo: (outcomes = done) => resolve(outcomes),
        fail: reject,
      })
    })
  const sender: Sender<Thing, string> = {
    alone: async (thing) => (await waits([thing]))[0] ?? '',
    together: (things) => waits(things),
    placeOf: ({ place }) => place,
    namesOf: ({ name }) => (name === undefined ? [] : [name]),
    refusalOf: ({ late }) => (late ? new Error('too late') : undefined),
  }
  return { sender, calls, sent: () => calls.map(({ things }) => things) }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

/** Longer than any test. */
const PATIENT = 60_000

function sending(limits: { most?: number; lanes?: number; patienceMs?: number } = {}) {
  const together = new Together({ most: 50, lanes: 1, patienceMs: PATIENT, ...limits })
  const held = heldSender()
  return { ...held, send: (thing: Thing) => together.send('things', thing, held.sender) }
}

test('what finds no other goes at once, and what comes meanwhile follows in one call, of all places', async () => {
  const { send, calls, sent } = sending()
  const outcomes = ['a', 'b', 'c', 'b'].map((place) => send({ place }))
  expect(sent()).toEqual([['a']])
  calls[0]?.letGo()
  await settled()
  expect(sent()).toEqual([['a'], ['b', 'c', 'b']])
  calls[1]?.letGo(['1', '2', '3'])
  expect(await Promise.all(outcomes)).toEqual(['a done', '1', '2', '3'])
})

test('a call has at most so many, and of those that name the same only one', async () => {
  const { send, calls, sent } = sending({ most: 2 })
  const outcomes = [
    send({ place: 'a' }),
    ...['x', 'x', 'y'].map((name) => send({ place: `b${name}`, name })),
    send({ place: 'c' }),
  ]
  for (let call = 0; call < 3; call++) {
    calls[call]?.letGo()
    await settled()
  }
  expect(sent()).toEqual([['a'], ['bx', 'by'], ['bx', 'c']])
  await Promise.all(outcomes)
})

test('with one in a call each goes alone at once', () => {
  const { send, sent } = sending({ most: 1 })
  for (const place of ['a', 'a', 'b']) void send({ place })
  expect(sent()).toEqual([['a'], ['a'], ['b']])
})

test('without lanes only those of one place go together', async () => {
  const { send, calls, sent } = sending({ lanes: 0 })
  for (const place of ['a', 'a', 'b', 'a', 'b']) void send({ place })
  expect(sent()).toEqual([['a'], ['b']])
  calls[0]?.letGo()
  await settled()
  expect(sent()).toEqual([['a'], ['b'], ['a', 'a']])
})

test('each place has its lane, and the lanes send on their own', async () => {
  const { send, sent } = sending({ lanes: 4 })
  const places = Array.from({ length: 40 }, (_, n) => `place ${n}`)
  for (const place of [...places, ...places]) void send({ place })
  expect(sent()).toHaveLength(4)
})

test('what is to come apart goes alone after the call, and what is late is refused', async () => {
  const { send, calls, sent } = sending()
  const first = send({ place: 'a' })
  const others = ['b', 'c', 'd'].map((place) => send({ place }))
  const late = send({ place: 'e', late: true })
  calls[0]?.letGo()
  await first
  await expect(late).rejects.toThrow('too late')
  calls[1]?.letGo(['fine', 'APART', 'APART'])
  await settled()
  expect(sent().slice(2)).toEqual([['c'], ['d']])
  calls[2]?.letGo(['c alone'])
  calls[3]?.fail(new Error('d is refused'))
  expect(await Promise.allSettled(others)).toMatchObject([
    { value: 'fine' },
    { value: 'c alone' },
    { reason: new Error('d is refused') },
  ])
})

test('of one place that are to come apart, one goes ahead, and the others follow once it is done or has taken long', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { send, calls, sent } = sending({ patienceMs: 100 })
  const all = ['first', 'held', 'held', 'held', 'held', 'other'].map((place) => send({ place }))
  calls[0]?.letGo()
  await settled()
  calls[1]?.letGo(['APART', 'APART', 'APART', 'APART', 'APART'])
  await settled()
  expect(sent().slice(2)).toEqual([['held'], ['other']])
  await vi.advanceTimersByTimeAsync(100)
  expect(sent().slice(4)).toEqual([['held']])
  calls[2]?.letGo()
  await settled()
  expect(sent().slice(5)).toEqual([])
  calls[4]?.letGo()
  await settled()
  expect(sent().slice(5)).toEqual([['held'], ['held']])
  for (const { letGo } of calls) letGo()
  await Promise.all(all)
})

test('a call that fails fails for each of them', async () => {
  const { send, calls } = sending()
  void send({ place: 'a' })
  const others = ['b', 'c'].map((place) => send({ place }))
  calls[0]?.letGo()
  await settled()
  calls[1]?.fail(new Error('lost'))
  expect((await Promise.allSettled(others)).map((one) => one.status)).toEqual(['rejected', 'rejected'])
})

test('where something takes long alone, others of its place go their own way until it is done, and strangers on', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { send, calls, sent } = sending({ patienceMs: 100 })
  const all = ['slow', 'slow', 'other', 'slow'].map((place) => send({ place }))
  await vi.advanceTimersByTimeAsync(99)
  expect(sent()).toEqual([['slow']])
  await vi.advanceTimersByTimeAsync(1)
  expect(sent()).toEqual([['slow'], ['slow'], ['other']])
  calls[2]?.letGo()
  all.push(send({ place: 'other' }))
  await settled()
  expect(sent().slice(3)).toEqual([['other']])
  calls[0]?.letGo()
  calls[1]?.letGo()
  calls[3]?.letGo()
  await settled()
  calls[4]?.letGo()
  await Promise.all(all)
  const after = ['other', 'slow', 'other'].map((place) => send({ place }))
  calls[5]?.letGo()
  await settled()
  expect(sent().slice(4)).toEqual([['slow'], ['other'], ['slow', 'other']])
  calls[6]?.letGo()
  await Promise.all(after)
})
