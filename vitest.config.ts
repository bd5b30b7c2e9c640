import { defineConfig } from 'vitest/config'
import { JsonReporterOfHooks } from '@pacioli/testing/json-reporter'
import { TimeReporter } from '@pacioli/testing/time-reporter'
import { leftOut } from './e2e/citus/left-out.ts'
import { chooseE2eFiles } from './e2e/containers/e2e-files.ts'

const servers = ['./libs/testing/src/global-setup.ts']
/**
 * Files share the modules of their worker: what ours keep in a module fits all files, and loading all of it anew for
 * each file would take a third of the time.
 */
const shared = { isolate: false }
const notOurs = ['**/node_modules/**', '**/.pacioli/**']

/**
 * What a file needs is in its name: *.int.test.ts real servers, e2e/ the whole stack, *.afterwards.test.ts what the whole
 * run left behind in it, *.system.test.ts stacks of its own, *.faults.test.ts patience, *.citus.test.ts a
 * Citus cluster, *.container.test.ts a container
 * engine (see e2e/containers/main.ts).
 */
export default defineConfig({
  test: {
    // A report names what failed, not only how much: of a run elsewhere there is nothing else.
    chaiConfig: { truncateThreshold: 0 },
    reporters: ['default', new JsonReporterOfHooks({}), new TimeReporter()],
    outputFile: { json: './test-results/vitest.json' },
    maxWorkers: 2,
    // A run of single end-to-end files searches for secrets before it stops its stack.
    teardownTimeout: 120_000,
    projects: [
      {
        test: {
          name: 'unit',
          ...shared,
          include: ['{apps,libs,protos,deploy,e2e}/**/*.test.ts'],
          exclude: [...notOurs, '**/*.{int,e2e,afterwards,system,faults,container,citus}.test.ts'],
        },
      },
      {
        test: {
          name: 'int',
          ...shared,
          include: ['{apps,libs,deploy}/**/*.int.test.ts'],
          exclude: [...notOurs, ...leftOut()],
          globalSetup: servers,
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'citus',
          ...shared,
          include: ['{apps,libs,e2e}/**/*.citus.test.ts'],
          exclude: notOurs,
          globalSetup: servers,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'e2e',
          ...shared,
          include: ['e2e/**/*.e2e.test.ts'],
          exclude: [...notOurs, ...leftOut()],
          globalSetup: [...servers, './libs/testing/src/stack-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'afterwards',
          ...shared,
          include: ['e2e/**/*.afterwards.test.ts'],
          exclude: notOurs,
          globalSetup: [...servers, './libs/testing/src/stack-setup.ts'],
          hookTimeout: 300_000,
          // Begins when the files of all other projects have ended, on the stack that they used.
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'system',
          ...shared,
          include: ['{e2e,libs}/**/*.system.test.ts'],
          exclude: notOurs,
          globalSetup: servers,
          testTimeout: 120_000,
          hookTimeout: 240_000,
        },
      },
      {
        test: {
          name: 'faults',
          include: ['e2e/faults/**/*.faults.test.ts'],
          exclude: notOurs,
          globalSetup: servers,
          testTimeout: 900_000,
          hookTimeout: 120_000,
          // Each of these starts, kills and measures whole stacks: two at once would disturb one another.
          fileParallelism: false,
        },
      },
      {
        test: {
          name: 'containers-e2e',
          ...shared,
          include: chooseE2eFiles().chosen,
          exclude: notOurs,
          globalSetup: './e2e/containers/setup.ts',
          testTimeout: 120_000,
          hookTimeout: 240_000,
        },
      },
      {
        test: {
          name: 'containers',
          include: ['e2e/**/*.container.test.ts'],
          exclude: notOurs,
          globalSetup: './e2e/containers/setup.ts',
          testTimeout: 900_000,
          hookTimeout: 600_000,
          // Each of these has the system to itself, after the end-to-end tests have used it.
          fileParallelism: false,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
