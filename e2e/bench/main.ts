/** `npm run bench [-- NAME]`: what the product costs, each figure beside its target. */
import { Command } from 'commander'
import { relative } from 'node:path'
import { withTemporaryStack } from '../src/temporary-stack.ts'
import type { Bench, BenchContext, Figure } from './bench.ts'
import { benches } from './benches.ts'
import { withVersionBefore } from './tools/before.ts'
import { lineOf, Report, versionsOf } from './tools/report.ts'
import { askRounds, beQuick, USUAL_ROUNDS } from './tools/size.ts'

const began = performance.now()
const secondsSince = (start: number): number => (performance.now() - start) / 1_000
const say = (line: string): void =>
  void process.stderr.write(`[${secondsSince(began).toFixed(0).padStart(4)} s] ${line}\n`)

const UNLIMITED = { GATEWAY_RATE_LIMIT_PER_SECOND: '0', GATEWAY_BULK_RATE_LIMIT_PER_SECOND: '0' }

type Options = { before?: string; only?: string[]; rounds?: number; quick?: boolean }

/** Each benchmark gets a stack of its own: durable, as in production, and without rate limits unless it is about them. */
async function run(bench: Bench, asked: Options): Promise<void> {
  const options = {
    durable: true,
    env: {
      NODE_ENV: 'production',
      LOG_LEVEL: 'warn',
      ...(bench.limited ? {} : UNLIMITED),
    },
    // A checkpoint during one side's measurement would be charged to that side.
    postgresSettings: { max_wal_size: '8GB', checkpoint_timeout: '30min', shared_buffers: '512MB' },
  }
  say(`${bench.name}: starting a stack`)
  await withTemporaryStack(options, async (stack) => {
    const versions = await versionsOf(stack)
    const { node, postgres, nats, cores, processor } = versions
    console.log(`${bench.name}: ${bench.description}`)
    console.log(`Node ${node}, PostgreSQL ${postgres}, NATS ${nats}, ${cores} cores of ${processor}\n`)
    const figures = new Report({ bench: bench.name, versions, asked })
    const progress = (line: string): void => say(`${bench.name}: ${line}`)
    const report = (added: readonly Figure[]): void => {
      for (const figure of added) progress(lineOf(figure))
      figures.add(added)
    }
    const end = (isWhole: boolean): void => {
      console.log(figures.end(isWhole))
      console.log(`Every sample is in ${relative(process.cwd(), figures.file)}\n`)
    }
    const wants = (...parts: string[]): boolean => !asked.only || parts.some((part) => asked.only?.includes(part))
    const context: BenchContext = {
      stack,
      withAnotherStack: (use) => withTemporaryStack(options, use),
      withStackOfBefore: (use) =>
        withVersionBefore(asked.before, (before) =>
          withTemporaryStack({ ...options, appsDir: before.appsDir }, (other) => use({ ...before, stack: other })),
        ),
      measure: async (part, act) => {
        if (!wants(part)) return
        progress(part)
        const started = performance.now()
        const measured = await act()
        figures.took(part, secondsSince(started))
        report(measured ? [measured].flat() : [])
      },
      wants,
      report,
      say: progress,
      show: (text) => console.log(text),
    }
    await bench.run(context).then(
      () => end(true),
      (error: unknown) => {
        end(false)
        throw error
      },
    )
  })
}

const program = new Command('npm run bench --')
  .description(
    'Measures the product on a stack of its own, with everything on this machine. Each figure relates two things that are measured in turns in the same run, as the median of 5 rounds, or of fewer where more would show no more; a missed target is shown and fails nothing. Figures are shown and kept as soon as they are there.',
  )
  .argument('[name]', `one of ${benches.map(({ name }) => name).join(', ')}; all of them without it`)
  .option('--before <dir>', 'a checkout of the version to compare with; by default the archive in e2e/system/previous')
  .option('--only <parts>', 'parts of the one that is named, separated by commas', (parts) => parts.split(','))
  .option('--rounds <count>', 'measured rounds, in place of what each benchmark says', wholeNumber)
  .option('--quick', 'one round of little: shows that it runs, and its figures say nothing')
  .addHelpText(
    'after',
    () => `\nParts:\n${benches.map(({ name, parts }) => `  ${name}: ${parts.join(', ')}`).join('\n')}`,
  )
  .action(async (name: string | undefined, asked: Options) => {
    const chosen = benches.filter((bench) => name === undefined || bench.name === name)
    if (chosen.length === 0) {
      program.error(`There is no benchmark ${name}. Expected one of ${benches.map((bench) => bench.name).join(', ')}.`)
    }
    if (asked.only) refuseOtherParts(chosen, asked.only)
    if (asked.quick) beQuick()
    const took: string[] = []
    for (const bench of chosen) {
      const started = performance.now()
      askRounds(asked.rounds ?? bench.rounds ?? USUAL_ROUNDS)
      try {
        await run(bench, asked)
      } catch (error) {
        // The others are measured all the same.
        process.exitCode = 1
        console.error(error)
      }
      took.push(`${bench.name} ${minutesSince(started)}`)
    }
    console.log(`Minutes: ${took.join(', ')}; ${minutesSince(began)} in all`)
  })

function wholeNumber(text: string): number {
  if (!/^[1-9]\d*$/.test(text)) program.error(`Expected a whole number of rounds, but it is ${text}.`)
  return Number(text)
}

function refuseOtherParts([bench, ...others]: readonly Bench[], only: readonly string[]): void {
  if (!bench || others.length > 0) return program.error('Name the benchmark that has these parts.')
  const unknown = only.find((part) => !bench.parts.includes(part))
  if (unknown !== undefined)
    program.error(`${bench.name} has no part ${unknown}. Expected one of ${bench.parts.join(', ')}.`)
}

const minutesSince = (start: number): string => (secondsSince(start) / 60).toFixed(1)

await program.parseAsync()
