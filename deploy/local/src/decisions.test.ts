import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const FOLDER = join(import.meta.dirname, '..', '..', '..', 'docs', 'decisions')
const INDEX = 'README.md'

/** `# 0001: Title`, then `Date: 2026-11-20. Status: in effect.` */
const HEAD = /^# (?<number>\d{4}): (?<title>.+)\n\nDate: (?<date>\d{4}-\d{2}-\d{2})\. Status: (?<status>.+)\.\n\n\S/
const ROW = /^\| \[(?<number>\d{4})\]\((?<file>[^)]+)\) +\| (?<date>\S+) +\| (?<title>.+?) +\| (?<status>.+?) +\|$/

type Decision = { number: string; title: string; date: string; status: string; file: string }

const textOf = (file: string): string => readFileSync(join(FOLDER, file), 'utf8')

const files = readdirSync(FOLDER)
  .filter((file) => file !== INDEX)
  .sort()

const decisions = files.map((file): Decision => {
  const head = HEAD.exec(textOf(file))?.groups
  if (!head) throw new Error(`${file} does not begin with its number and title, its date and its status.`)
  return { ...(head as Omit<Decision, 'file'>), file }
})

/** Numbers of the decisions that a text links to after one of these words. */
const linkedAfter = (text: string, words: RegExp): string[] =>
  text
    .split('\n')
    .flatMap((line) => (words.test(line) ? [...line.slice(line.search(words)).matchAll(/\[(\d{4})\]/g)] : []))
    .map(([, number = '']) => number)

describe('decisions', () => {
  test('are numbered without a gap, in order of date, and named by their number', () => {
    const misnumbered = decisions.filter(({ number }, index) => Number(number) !== index + 1)
    expect(misnumbered.slice(0, 1)).toEqual([])
    expect(decisions.filter(({ date }, index) => date < (decisions[index - 1]?.date ?? ''))).toEqual([])
    expect(
      decisions.filter(({ number, file }) => !/^\d{4}-[a-z0-9-]+\.md$/.test(file) || !file.startsWith(number)),
    ).toEqual([])
  })

  test('are each in the index, with title, date and status', () => {
    const inWords = ({ number, file, date, title, status }: Decision): string =>
      [number, file, date, title, status].join(' | ')
    const rows = textOf(INDEX)
      .split('\n')
      .flatMap((line) => (ROW.exec(line)?.groups ?? []) as Decision[])
      .map(inWords)
    const expected = decisions.map(inWords)
    expect(rows.filter((row) => !expected.includes(row))).toEqual([])
    expect(expected.filter((row) => !rows.includes(row))).toEqual([])
  })

  test('link both ways to what they replace or change', () => {
    const forth = decisions.flatMap(({ number, file }) =>
      linkedAfter(textOf(file), /^(Replaces|Changes) /).map((earlier) => `${number} ${earlier}`),
    )
    const back = decisions.flatMap(({ number, status }) =>
      linkedAfter(status, /(replaced|changed) by /).map((later) => `${later} ${number}`),
    )
    expect(back.sort()).toEqual(forth.sort())
    expect(forth).not.toEqual([])
  })
})
