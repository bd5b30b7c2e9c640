/** Generates clients from the document, compiles them, and posts an entry with each. */
import { copyFileSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { FOLDER, ROOT, runNode, runTool, type Ran, type Tool } from './tools.ts'

type Generator = {
  args: (document: string, folder: string) => readonly string[]
  /** The file it writes, where it needs more than the folder. */
  target?: string
  /** The file of `posts` that uses its client. */
  post: string
}

const orval: Generator = { args: () => ['--config', 'orval.config.js'], target: 'api.ts', post: 'orval.ts' }

const GENERATORS = {
  'openapi-typescript': {
    args: (document, folder) => [document, '-o', join(folder, 'schema.ts')],
    post: 'openapi-typescript.ts',
  },
  'hey-api': { args: () => ['-f', 'hey-api.config.js', '--no-log-file'], post: 'hey-api.ts' },
  'orval-7': orval,
  'orval-8': orval,
} satisfies Partial<Record<Tool, Generator>>

export type GeneratorName = keyof typeof GENERATORS
export const GENERATOR_NAMES = Object.keys(GENERATORS) as GeneratorName[]

const CONFIG = {
  compilerOptions: {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    target: 'es2022',
    lib: ['es2022', 'dom', 'dom.iterable'],
    types: ['node'],
    module: 'nodenext',
    moduleResolution: 'nodenext',
    allowImportingTsExtensions: true,
  },
  include: ['**/*.ts'],
}

/** The folder of all clients, where they find what they import and share `posts`. */
export function layOut(folder: string): void {
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'), 'dir')
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }))
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(CONFIG))
  copyFileSync(join(FOLDER, 'posts', 'given.ts'), join(folder, 'given.ts'))
}

export async function generate(name: GeneratorName, document: string, folder: string): Promise<Ran> {
  const { args, target = '', post }: Generator = GENERATORS[name]
  const own = join(folder, name)
  mkdirSync(own)
  const ran = await runTool(name, args(document, own), { DOCUMENT: document, TARGET: join(own, target) })
  copyFileSync(join(FOLDER, 'posts', post), join(own, 'post.ts'))
  return ran
}

/** `tsc --strict` over all clients and their uses. */
export const compile = (folder: string): Promise<Ran> => runTool('typescript', ['-p', folder])

export type Inputs = Record<'BASE_URL' | 'BUSINESS' | 'TOKEN' | 'EXTERNAL_ID' | 'DEBIT' | 'CREDIT', string>

/** Posts an entry with the generated client, and reads it back. */
export const post = (name: GeneratorName, folder: string, given: Inputs): Promise<Ran> =>
  runNode([join(folder, name, 'post.ts')], given, folder)
