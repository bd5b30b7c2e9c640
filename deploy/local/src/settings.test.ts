import { expect, test } from 'vitest'
import { readSettings } from './settings.ts'

test('without any variable the state is in .pacioli and the gateway on 8080', () => {
  expect(readSettings({})).toEqual({ stateDir: expect.stringMatching(/\/\.pacioli$/), port: 8080, logs: 'problems' })
})

test('both ends of the port range are accepted, anything beyond is named', () => {
  expect(readSettings({ PACIOLI_PORT: '1' }).port).toBe(1)
  expect(readSettings({ PACIOLI_PORT: '65535' }).port).toBe(65_535)
  for (const port of ['0', '65536', '80.5', 'http']) {
    expect(() => readSettings({ PACIOLI_PORT: port })).toThrow(new RegExp(`PACIOLI_PORT.*"${port}"`))
  }
})

test('every mistake is reported at once', () => {
  expect(() => readSettings({ PACIOLI_PORT: 'x', PACIOLI_LOGS: 'some' })).toThrow(/PACIOLI_PORT[^]*PACIOLI_LOGS/)
})
