import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stringify } from 'yaml'
import { render } from './kustomize.ts'

const HERE = join(import.meta.dirname, '..')

/** All optional components that go together, and with both overlays. */
const COMPONENTS = [
  'authorities',
  'nats-credentials',
  'cert-manager',
  'mtls',
  'pod-monitor',
  'tracing',
  'external-issuer',
]

/** The variants: our folders, the overlays with every component, and production with NATS servers of its own. */
const FOLDERS: Record<string, object | undefined> = {
  base: undefined,
  'overlays/dev': undefined,
  'overlays/production': undefined,
  'overlays/cloudnative-pg': undefined,
  'overlays/dev with all components': withComponents('overlays/dev', COMPONENTS),
  'overlays/production with all components': withComponents('overlays/production', COMPONENTS),
  'overlays/production with three NATS servers': withComponents('overlays/production', ['nats-cluster']),
}

export const VARIANTS = Object.keys(FOLDERS)

function withComponents(overlay: string, components: readonly string[]): object {
  return { resources: [`../${overlay}`], components: components.map((name) => `../components/${name}`) }
}

/** A copy of our folders with its own secrets, to render from; the caller has to dispose of it. */
export class Copy implements Disposable {
  readonly folder = mkdtempSync(join(tmpdir(), 'pacioli-kubernetes-'))

  constructor() {
    for (const part of ['base', 'components', 'overlays'])
      cpSync(join(HERE, part), join(this.folder, part), { recursive: true })
    const secrets = join(this.folder, 'overlays', 'dev', 'secrets')
    rmSync(secrets, { recursive: true, force: true })
    // The documented command, so that its output is what is rendered.
    execFileSync(process.execPath, [join(import.meta.dirname, 'write-secrets.ts'), '--directory', secrets])
  }

  /** What a variant renders to. */
  render(variant: string): string {
    const kustomization = FOLDERS[variant]
    if (!kustomization) return render(join(this.folder, variant))
    const folder = join(this.folder, variant.replaceAll(/\W+/g, '-'))
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'kustomization.yaml'), stringify(kustomization))
    return render(folder)
  }

  [Symbol.dispose](): void {
    rmSync(this.folder, { recursive: true, force: true })
  }
}
