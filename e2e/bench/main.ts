/** `npm run bench [-- NAME]`: what the product costs, each figure beside its target. */
import { Command } from 'commander'
import { relative } from 'node:path'
import { withTemporaryStack } from '../src/temporary-stack.ts'
import type { Bench } from './bench.ts'
import { benches } from './benches.ts'
import { withVersionBefore } from './tools/before.ts'
import { keep, tableOf, versionsOf } from './tools/report.ts'
import { beQuick } from './tools/size.ts'

const began = performance.now()
const say = (line: string): void =>
  void process.stderr.write(`[${((performance.now() - began) / 1_000).toFixed(0).padStart(4)} s] ${line}\n`)

const UNLIMITED = { GATEWAY_RATE_LIMIT_PER_SECOND: '0', GATEWAY_BULK_RATE_LIMIT_PER_SECOND: '0' }

/** Each benchmark gets a stack of its own: durable, as in production, and without rate limits unless it is about them. */
async function run(bench: Bench, dirBefore: string | undefined): Promise<void> {
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
    const figures = await bench.run({
      stack,
      withAnotherStack: (use) => withTemporaryStack(options, use),
      withStackOfBefore: (use) =>
        withVersionBefore(dirBefore, (before) =>
          withTemporaryStack({ ...options, appsDir: before.appsDir }, (other) => use({ ...before, stack: other })),
        ),
      say,
      show: (text) => console.log(text),
    })
    console.log(tableOf(figures))
    console.log(`Every sample is in ${relative(process.cwd(), keep(bench.name, new Date(), versions, figures))}\n`)
  })
}

type Options = { before?: string; quick?: boolean }

const program = new Command('npm run bench --')
  .description(
    'Measures the product on a stack of its own, with everything on this machine. Each figure relates two things that are measured in turns in the same run, as the median of 5 rounds; a missed target is shown and fails nothing.',
  )
  .argument('[name]', `one of ${benches.map(({ name }) => name).join(', ')}; all of them without it`)
  .option('--before <dir>', 'a checkout of the version to compare with; by default the archive in e2e/system/previous')
  .option('--quick', 'one round of little: shows that it runs, and its figures say nothing')
  .action(async (name: string | undefined, { before, quick }: Options) => {
    const chosen = benches.filter((bench) => name === undefined || bench.name === name)
    if (chosen.length === 0) {
      program.error(`There is no benchmark ${name}. Expected one of ${benches.map((bench) => bench.name).join(', ')}.`)
    }
    if (quick) beQuick()
    const took: string[] = []
    for (const bench of chosen) {
      const started = performance.now()
      await run(bench, before)
      took.push(`${bench.name} ${minutesSince(started)}`)
    }
    console.log(`Minutes: ${took.join(', ')}; ${minutesSince(began)} in all`)
  })

const minutesSince = (start: number): string => ((performance.now() - start) / 60_000).toFixed(1)

await program.parseAsync()
