import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Examples } from './steady.ts'

export const EXAMPLES_FILE = join(import.meta.dirname, '../../apps/gateway/src/contract/examples.json')

export const readExamples = (): Examples => JSON.parse(readFileSync(EXAMPLES_FILE, 'utf8')) as Examples
