import { expect, test } from 'vitest'
import { Afterwards } from './afterwards.ts'

test('what is added at any moment is done, without another addition', async () => {
  for (let ticks = 0; ticks < 20; ticks++) {
    const done: string[] = []
    const afterwards = new Afterwards<string>(
      (work) => work,
      async (work) => void done.push(work),
      (error) => {
        throw error
      },
    )
    afterwards.add(['first'])
    for (let tick = 0; tick < ticks; tick++) await Promise.resolve()
    afterwards.add(['second'])
    await afterwards.idle()
    expect(done).toEqual(['first', 'second'])
  }
})
