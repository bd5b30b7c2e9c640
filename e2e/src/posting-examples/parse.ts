/**
 * The worked examples of docs/POSTING-RULES.md: fenced blocks that begin with "```example". A step says what happens on which day;
 * below it stand the entries that it posts, line by line, and where it matters a status or a refusal. Pure.
 *
 *     2026-01-10  bill B1: OPERATING_EXPENSES 90.00 tax CA 9.00; additional discount 5.00
 *       ACCRUAL   Dr OPERATING_EXPENSES   90.00
 *                 ...
 *       B1 is RECEIVED, outstanding 94.00
 *       vendor: balance 94.00, overdue 94.00, credit 0.00
 *     2026-03-01  payable aging
 *       acme: 31-60 94.00, total 94.00
 */

export type ExampleLine = { side: 'Dr' | 'Cr'; account: string; amount: number; tags: string[] }

export type ExampleEntry = { basis: string; day: string; isReversal: boolean; lines: ExampleLine[] }

export type ExpectedState = { name: string; status: string; outstanding: number | undefined }

export type LeftOut = { revenue: number; expense: number }
/** A row of a report: its amounts that are not zero, by the names of their columns. */
export type ExpectedRow = { name: string; amounts: Record<string, number> }

/** What the customer or the vendor of the examples owes or is owed, as of now. */
export type ExpectedBalances = { contact: 'customer' | 'vendor'; balance: number; overdue: number; credit: number }

export type ExampleStep = {
  /** As in the document, for messages. */
  text: string
  at: string
  verb: string
  name: string
  details: string[]
  entries: ExampleEntry[]
  states: ExpectedState[]
  /** What a closing leaves unclosed from before its window, by basis. */
  leftOut: Record<string, LeftOut>
  balances: ExpectedBalances[]
  /** Of a report that the step reads. */
  rows: ExpectedRow[]
  /** `error_enum` of the refusal that the step must meet. */
  refusal: string | undefined
}

/** `isActivated`: whether the business says since when its books are kept. */
export type Example = { section: string; title: string; zone: string; isActivated: boolean; steps: ExampleStep[] }

const STEP = /^(\d{4}-\d{2}-\d{2})(T\d{2}:\d{2}Z)?\s{2}([a-z][a-z -]*[a-z])(?: ([A-Z]\w*))?(?:: (.*))?$/
const ENTRY = /^\s+(ACCRUAL|CASH|BOTH)(?: (\d{4}-\d{2}-\d{2}))?( reversal)?(?:\s+(?=Dr |Cr )|$)/
const LINE = /^\s+(Dr|Cr) (\S+)\s+(\d+\.\d{2})((?: \[[^\]]+\])*)$/
const STATE = /^\s+(\w+) is ([A-Z_]+)(?:, outstanding (\d+\.\d{2}))?$/
const LEFT_OUT = /^\s+leaves out (ACCRUAL|CASH) (\d+\.\d{2}) revenue, (\d+\.\d{2}) expense$/
const BALANCES = /^\s+(customer|vendor): balance (-?\d+\.\d{2}), overdue (\d+\.\d{2}), credit (\d+\.\d{2})$/
/** `  acme: 1-30 70.00, total 70.00` */
const ROW = /^\s+(\w[\w ]*): ([\w+-]+ -?\d+\.\d{2}(?:, [\w+-]+ -?\d+\.\d{2})*)$/
const REFUSAL = /^\s+refused (\w+)$/

/** Minor units of `12.34`. */
export const minorUnits = (text: string): number => {
  if (!/^\d+\.\d{2}$/.test(text)) throw new Error(`Expected an amount such as 12.50; came ${JSON.stringify(text)}.`)
  return Number(text.replace('.', ''))
}

/** The same, and of `-12.34`. */
export const signedUnits = (text: string): number =>
  text.startsWith('-') ? -minorUnits(text.slice(1)) : minorUnits(text)

function amountIn(text: string): [column: string, amount: number] {
  const [column = '', amount = ''] = text.split(' ')
  return [column, signedUnits(amount)]
}

/** Every example of the document, in its order, under the heading that it stands below. */
export function examplesIn(markdown: string): Example[] {
  const examples: Example[] = []
  let section = ''
  let block: string[] | undefined
  let title = ''
  for (const line of markdown.split('\n')) {
    if (block !== undefined) {
      if (line.startsWith('```')) {
        examples.push(exampleFrom(block, section, title))
        block = undefined
      } else block.push(line)
    } else if (/^#{2,3} /.test(line)) section = line.replace(/^#+ /, '')
    else if (line === '```example') block = []
    else if (/^\*\*.+\*\*$/.test(line)) title = line.slice(2, -2)
  }
  if (block !== undefined) throw new Error(`An example of "${section}" is not closed.`)
  return examples
}

function exampleFrom(block: readonly string[], section: string, title: string): Example {
  let zone = 'UTC'
  let isActivated = true
  const steps: ExampleStep[] = []
  for (const line of block) {
    if (line.trim() === '') continue
    const named = steps.length === 0 ? /^zone (\S+)$/.exec(line)?.[1] : undefined
    if (named !== undefined) {
      zone = named
      continue
    }
    if (steps.length === 0 && line === 'no activation') {
      isActivated = false
      continue
    }
    const step = stepFrom(line)
    if (step) steps.push(step)
    else addTo(steps.at(-1), line, `${section}: ${title}`)
  }
  if (steps.length === 0) throw new Error(`The example "${title}" of "${section}" has no step.`)
  return { section, title, zone, isActivated, steps }
}

function stepFrom(text: string): ExampleStep | undefined {
  const found = STEP.exec(text)
  if (!found) return undefined
  const [, day = '', time = 'T12:00Z', verb = '', name = '', details = ''] = found
  return {
    text: text.trim(),
    at: `${day}${time.replace('Z', ':00.000Z')}`,
    verb,
    name,
    details: details.split('; ').filter((one) => one !== ''),
    entries: [],
    states: [],
    leftOut: {},
    balances: [],
    rows: [],
    refusal: undefined,
  }
}

/** @throws Error for a line that is none of the format: a typing error must not pass for an expectation that holds */
function addTo(step: ExampleStep | undefined, text: string, where: string): void {
  const refusal = REFUSAL.exec(text)?.[1]
  const state = STATE.exec(text)
  const balances = BALANCES.exec(text)
  const row = ROW.exec(text)
  const head = ENTRY.exec(text)
  const [, basis, revenue, expense] = LEFT_OUT.exec(text) ?? []
  if (step && basis !== undefined)
    step.leftOut[basis] = { revenue: minorUnits(revenue ?? ''), expense: minorUnits(expense ?? '') }
  else if (step && refusal !== undefined) step.refusal = refusal
  else if (step && state) {
    const [, name = '', status = '', outstanding] = state
    step.states.push({ name, status, outstanding: outstanding === undefined ? undefined : minorUnits(outstanding) })
  } else if (step && balances) {
    const [, contact, balance = '', overdue = '', credit = ''] = balances
    const said = { balance: signedUnits(balance), overdue: minorUnits(overdue), credit: minorUnits(credit) }
    step.balances.push({ contact: contact as ExpectedBalances['contact'], ...said })
  } else if (step && row) {
    const [, name = '', amounts = ''] = row
    step.rows.push({ name, amounts: Object.fromEntries(amounts.split(', ').map(amountIn)) })
  } else {
    const rest = head ? text.slice(head[0].length) : text.trim()
    const line = LINE.exec(` ${rest}`)
    // A reversal may leave its lines out: they are those of the entry that it reverses, sides swapped.
    const isBare = rest === '' && head?.[3] !== undefined
    if (!step || !(line || isBare)) throw new Error(`${where}: this line is not part of the format: ${text}`)
    if (head) {
      const [, basis = '', day = step.at.slice(0, 10), reversal] = head
      step.entries.push({ basis, day, isReversal: reversal !== undefined, lines: [] })
    }
    if (!line) return
    const entry = step.entries.at(-1)
    if (!entry) throw new Error(`${where}: the first line of an entry says its basis: ${text}`)
    const [, side, account = '', amount = '', tags = ''] = line
    entry.lines.push({
      side: side as 'Dr' | 'Cr',
      account,
      amount: minorUnits(amount),
      tags: [...tags.matchAll(/\[([^\]]+)\]/g)].map(([, tag = '']) => tag).sort(),
    })
  }
}
