/** `npm run bench [-- NAME]`: what the product costs, each figure beside its target. */
import { Command } from 'commander'
import { relative } from 'node:path'
import { withTemporaryStack } from '../src/temporary-stack.ts'
import type { Bench } from './bench.ts'
import { benches } from './benches.ts'
import { keep, tableOf, versionsOf } from './tools/report.ts'

const began = performance.now()
const say = (line: string): void =>
  void process.stderr.write(`[${((performance.now() - began) / 1_000).toFixed(0).padStart(4)} s] ${line}\n`)

const UNLIMITED = { GATEWAY_RATE_LIMIT_PER_SECOND: '0', GATEWAY_BULK_RATE_LIMIT_PER_SECOND: '0' }

/** Each benchmark gets a stack of its own: durable, as in production, and without rate limits unless it is about them. */
async function run(bench: Bench): Promise<void> {
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
      say,
    })
    console.log(tableOf(figures))
    console.log(`Every sample is in ${relative(process.cwd(), keep(bench.name, new Date(), versions, figures))}\n`)
  })
}

const program = new Command('npm run bench --')
  .description(
    'Measures the product on a stack of its own, with everything on this machine. Each figure relates two things that are measured in turns in the same run, as the median of 5 rounds; a missed target is shown and fails nothing.',
  )
  .argument('[name]', `one of ${benches.map(({ name }) => name).join(', ')}; all of them without it`)
  .action(async (name: string | undefined) => {
    const chosen = benches.filter((bench) => name === undefined || bench.name === name)
    if (chosen.length === 0) {
      program.error(`There is no benchmark ${name}. Expected one of ${benches.map((bench) => bench.name).join(', ')}.`)
    }
    for (const bench of chosen) await run(bench)
  })

await program.parseAsync()
