/** Vitest's JSON report, which also says why a group of tests did not begin, or did not end. */
import { readFileSync, writeFileSync } from 'node:fs'
import { JsonReporter, type JsonTestResults, type TestModule } from 'vitest/node'

/** Without this the file of a group whose hook failed has failed with an empty message: its tests are only skipped. */
export class JsonReporterOfHooks extends JsonReporter {
  override async onTestRunEnd(modules: readonly TestModule[]): Promise<void> {
    await super.onTestRunEnd([...modules])
    const failures = new Map(modules.map((module) => [module.moduleId, failuresOfHooks(module)]))
    if ([...failures.values()].every((message) => message === '')) return
    const { outputFile } = this.ctx.config
    const file = typeof outputFile === 'string' ? outputFile : outputFile?.json
    if (file === undefined) return
    const report = JSON.parse(readFileSync(file, 'utf8')) as JsonTestResults
    for (const one of report.testResults) one.message ||= failures.get(one.name) ?? ''
    writeFileSync(file, JSON.stringify(report))
  }
}

/** The groups of which a hook failed, each with why. */
const failuresOfHooks = ({ children }: TestModule): string =>
  [...children.allSuites()]
    .flatMap((suite) => suite.errors().map(({ stack, message }) => `${suite.fullName}: ${stack ?? message}`))
    .join('\n')
