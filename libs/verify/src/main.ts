#!/usr/bin/env node
/** `pacioli-verify`: what is wrong in the books of a business, a line for each. */
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import { openBundle } from './bundle-reader.ts'
import { lineOf, type Finding } from './finding.ts'
import { isRecord } from './leaf.ts'
import { parseKey, parseWitness } from './note.ts'
import { HttpSource } from './source.ts'
import { verifyBundle } from './verify-bundle.ts'
import { verify, type Kept, type Options, type Summary } from './verify.ts'

const HELP = `pacioli-verify --url https://books.example.com --business ID --token-file FILE
pacioli-verify --bundle FILE.zip

Reads the sealed history of a business, checks every leaf, root and signature, does the sums again, and compares them
with the reports; of a bundle also with all its files. Says what is wrong, a line for each.

  --url URL             where the installation is
  --business ID         whose books; of a bundle those that it is of, unless given
  --token-file FILE     has a token that may read them
  --bundle FILE         books that were exported: the zip, or a folder with what was in it. Then no address is asked
  --checkpoint FILE     a seal that was kept, as the API gives it or its note alone; may be repeated
  --key KEY             a key that signs seals, as name+hash+base64 or its base64 alone; may be repeated. Then no other
                        counts. Without any, those that the installation publishes do, or the bundle has: who can
                        rewrite books can also publish a key.
  --witness KEY         the key of a witness, as name+hash+base64, that has to have cosigned the latest seal of each log; may
                        be repeated. Without any, nobody's cosignature is looked at
  --witness-lag SECONDS its last cosignature may be of an earlier seal, if what came after that was recorded within so long;
                        0 unless given
  --json                JSON, a line for each finding, and last a summary
  --help                this

Ends with 0 if all is fine, 1 if something is wrong, and 2 if it could not look.
`

const OPTIONS = {
  url: { type: 'string' },
  bundle: { type: 'string' },
  business: { type: 'string' },
  'token-file': { type: 'string' },
  checkpoint: { type: 'string', multiple: true },
  key: { type: 'string', multiple: true },
  witness: { type: 'string', multiple: true },
  'witness-lag': { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean' },
} as const

/** Lines are shown after so many leaves. */
const PROGRESS_EVERY = 500

/** Notes, in a text that is one, or in JSON that has some. @throws Error */
function notesIn(text: string): string[] {
  if (!text.trimStart().startsWith('{')) return [text]
  const body = JSON.parse(text) as { data?: unknown }
  const seals: unknown[] = [body.data ?? body].flat()
  const notes = seals.map((seal) => isRecord(seal) && seal.note).filter((note) => typeof note === 'string')
  if (notes.length === 0) throw new Error('expected a signed note, or JSON with one as note')
  return notes
}

function keptIn(file: string): Kept[] {
  return notesIn(readFileSync(file, 'utf8')).map((note) => ({ name: basename(file), note }))
}

/** @throws Error */
function secondsIn(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new Error(`--witness-lag: expected a whole number of seconds, got ${text}`)
  return Number(text)
}

const say = (text: string): void => void process.stdout.write(`${text}\n`)
const sayAside = (text: string): void => void process.stderr.write(text)

async function main(): Promise<number> {
  const { values } = parseArgs({ options: OPTIONS })
  if (values.help) {
    process.stdout.write(HELP)
    return 0
  }
  const { checkpoint = [], key = [], witness = [], 'witness-lag': lag = '0', json = false } = values
  const isShown = process.stderr.isTTY === true
  const work = await workOf(values, {
    keys: key.map(parseKey),
    kept: checkpoint.flatMap(keptIn),
    witnessing: { witnesses: witness.map(parseWitness), lagSeconds: secondsIn(lag) },
    now: () => new Date(),
    onProgress: (log, leaves) => {
      if (isShown && leaves % PROGRESS_EVERY === 0) sayAside(`\r${log}: ${leaves} leaves `)
    },
  })
  let findings = 0
  try {
    for (let step = await work.next(); ; step = await work.next()) {
      if (step.done) {
        if (isShown) sayAside('\r\x1b[K')
        if (json) say(JSON.stringify({ findings, ...step.value }))
        else say(summaryOf(step.value, findings))
        return findings > 0 ? 1 : 0
      }
      findings += 1
      say(json ? JSON.stringify({ ...step.value, line: lineOf(step.value) }) : lineOf(step.value))
    }
  } catch (error) {
    sayAside(`${messageOf(error)}\n`)
    return findings > 0 ? 1 : 2
  }
}

type Named = { [name in 'url' | 'business' | 'token-file' | 'bundle']?: string | undefined }

/** @throws Error, CouldNotLook */
async function workOf(
  { url, business, 'token-file': tokenFile, bundle }: Named,
  options: Omit<Options, 'businessId'>,
): Promise<AsyncGenerator<Finding, Summary>> {
  if (bundle) {
    if (url) throw new Error('Expected --url or --bundle, got both.')
    return verifyBundle(await openBundle(bundle), { ...options, businessId: business })
  }
  if (!url || !business || !tokenFile)
    throw new Error('Expected --bundle, or --url, --business and --token-file; --help tells the rest.')
  const token = readFileSync(tokenFile, 'utf8').trim()
  return verify(new HttpSource({ url, businessId: business, token }), { ...options, businessId: business })
}

const summaryOf = ({ logs, left_out }: Summary, findings: number): string =>
  [
    ...logs.map(
      ({ log, leaves, sealed, seals, unsealed, erased }) =>
        `${log}: ${leaves} leaves, ${sealed} sealed${seals === undefined ? '' : ` by ${seals} seals`}, ${unsealed} not sealed yet, ${erased} values erased or not disclosed`,
    ),
    ...left_out.map((what) => `Not compared: ${what}`),
    findings > 0
      ? `Wrong: ${findings}`
      : left_out.length > 0
        ? 'Nothing is wrong in what could be compared.'
        : 'Nothing is wrong.',
  ].join('\n')

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

try {
  process.exitCode = await main()
} catch (error) {
  sayAside(`${messageOf(error)}\n`)
  process.exitCode = 2
}
