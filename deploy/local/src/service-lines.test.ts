import { expect, test } from 'vitest'
import { serviceLinePrinter } from './service-lines.ts'
import type { LogChoice } from './settings.ts'

const INFO = '{"level":"info","time":"2026-03-01T10:20:30.123Z","service":"gateway","msg":"gateway is up"}'
const ERROR = '{"level":"error","time":"2026-03-01T10:20:30.456Z","msg":"no answer","err":{"message":"refused"}}'

const printed = (choice: LogChoice): string => {
  let text = ''
  const print = serviceLinePrinter(choice, (line) => (text += line))
  for (const line of [INFO, ERROR, 'Segmentation fault']) print('gateway', line)
  return text
}

test('problems are shown, and what is not a log line, for that is how a process dies', () => {
  expect(printed('problems')).toBe(
    'gateway        10:20:30.456 error no answer: refused\ngateway        Segmentation fault\n',
  )
})

test('all shows everything, none nothing', () => {
  expect(printed('all')).toContain('gateway is up')
  expect(printed('none')).toBe('')
})
