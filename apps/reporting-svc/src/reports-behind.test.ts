import { expect, test } from 'vitest'
import { reportsReadiness } from './reports-behind.ts'

const now = new Date('2026-11-25T12:01:00Z')
const at = (through: string | null) => reportsReadiness(through === null ? null : new Date(through), now)

test('reports that are a minute behind are ready, and later ones say through when they have everything', () => {
  expect(at('2026-11-25T12:00:00Z')).toEqual({ name: 'reports', ok: true, needed: false })
  expect(at('2026-11-25T11:59:59.999Z')).toMatchObject({
    ok: false,
    needed: false,
    detail: expect.stringContaining('through 2026-11-25T11:59:59.999Z only'),
  })
})

test('while nothing is known reports are served and not called current', () => {
  expect(at(null)).toMatchObject({ ok: false, needed: false, detail: expect.stringContaining('not known yet') })
})
