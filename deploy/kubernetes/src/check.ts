/**
 * `npm run check -w @pacioli/kubernetes`: renders every variant twice and validates it against the schemas of
 * Kubernetes. Needs no cluster and no network.
 */
import { Command } from 'commander'
import { readManifests, describe, type Manifest } from './manifests.ts'
import { renderAll } from './rendered-before.ts'
import { problemsOf } from './schemas.ts'
import { Copy } from './variants.ts'

new Command('check')
  .description(
    'Renders base, overlays and components for Kubernetes, twice each, and holds every object against the schema of its\n' +
      'kind. Needs no cluster and no network. Ends with 1 if anything is wrong, and says what.',
  )
  .action(() => {
    const problems = problemsOfAll()
    for (const problem of problems) console.error(problem)
    process.exitCode = problems.length === 0 ? 0 : 1
  })
  .parse()

function problemsOfAll(): string[] {
  using copy = new Copy()
  try {
    return Object.entries(renderAll(copy)).flatMap(([variant, text]) => problemsOfVariant(variant, text, copy))
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)]
  }
}

function problemsOfVariant(variant: string, text: string, from: Copy): string[] {
  try {
    const manifests = readManifests(text)
    console.log(`${variant}: ${manifests.length} objects`)
    return [
      ...(from.render(variant) === text ? [] : ['rendered a second time, it is another']),
      ...repeated(manifests),
      ...manifests.flatMap(problemsOf),
    ].map((problem) => `${variant}: ${problem}`)
  } catch (error) {
    return [`${variant}: ${error instanceof Error ? error.message : String(error)}`]
  }
}

function repeated(manifests: readonly Manifest[]): string[] {
  const names = manifests.map(describe)
  return names.filter((name, place) => names.indexOf(name) < place).map((name) => `${name} is there twice`)
}
