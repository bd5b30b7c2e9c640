/** Runs readers of settings: takes them from stdin, and prints their errors to stdout. */
import { text } from 'node:stream/consumers'
import type { Reading } from './complaints.ts'

const readings = JSON.parse(await text(process.stdin)) as Reading[]
const complaints: string[] = []
let heard = ''
process.stderr.write = (chunk) => {
  heard += String(chunk)
  return true
}
process.exit = () => {
  throw new Error('It exited.')
}
for (const { app, reader, env } of readings) {
  heard = ''
  for (const name of Object.keys(process.env)) delete process.env[name]
  Object.assign(process.env, env)
  try {
    const config = (await import(`../../../../apps/${app}/src/config.ts`)) as Record<string, () => unknown>
    if (config[reader] === undefined) throw new Error(`config.ts of ${app} exports no ${reader}`)
    config[reader]()
  } catch (error) {
    heard ||= String(error)
  }
  complaints.push(heard)
}
process.stdout.write(JSON.stringify(complaints))
