/** Vitest's reporter of where the time of a run went. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Reporter, TestModule } from 'vitest/node'
import { readTimes, startTimes } from './noted-times.ts'
import { timeReport, type FileTime } from './time-report.ts'

export class TimeReporter implements Reporter {
  #directory = ''
  #report = ''

  onInit(): void {
    // Not before: a configuration that is only read runs nothing.
    this.#directory = mkdtempSync(join(tmpdir(), 'pacioli-times-'))
    startTimes(this.#file)
    process.once('exit', () => {
      rmSync(this.#directory, { recursive: true, force: true })
      const cpu = cpuSeconds()
      if (this.#report && cpu !== undefined) process.stdout.write(`Processor time of all its processes: ${cpu} s.\n`)
    })
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    this.#report = timeReport(modules.map(timeOf), readTimes(this.#file))
    process.stdout.write(`\n${this.#report}\n`)
  }

  get #file(): string {
    return join(this.#directory, 'times.jsonl')
  }
}

function timeOf(module: TestModule): FileTime {
  const { collectDuration, duration, prepareDuration, setupDuration } = module.diagnostic()
  const tests = [...module.children.allTests()]
  const testsMs = tests.reduce((sum, test) => sum + (test.diagnostic()?.duration ?? 0), 0)
  return {
    project: module.project.name,
    file: module.relativeModuleId,
    tests: tests.length,
    loadingMs: prepareDuration + setupDuration + collectDuration,
    hooksMs: Math.max(0, duration - testsMs),
    testsMs,
  }
}

const TICKS_PER_SECOND = 100

/**
 * Seconds, user and system, of this process and of all that it started and that has ended since; undefined where the
 * system does not say (it does on Linux: proc_pid_stat(5), the fields utime, stime, cutime and cstime).
 */
function cpuSeconds(): number | undefined {
  try {
    const stat = readFileSync('/proc/self/stat', 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
    return Math.round(ticks / TICKS_PER_SECOND)
  } catch {
    return undefined
  }
}
