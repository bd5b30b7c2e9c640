/**
 * Records which refusals the service tests of a run cover, for the gate that requires all of them: a refusal is proved
 * where it is decided, and how every error of the catalogue looks over HTTP is proved once (the gateway's
 * errors.test.ts).
 */
import { DomainError } from '@pacioli/errors'
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sharedServers } from './shared.ts'

/** A method as the generated definitions of services have it. */
type Method = { path: string }

const directory = (): string => join(sharedServers().runDir, 'covered-refusals')

/**
 * Wraps the use case behind a method, and notes its refusals as the method's. Which one that is, is in the service's
 * `*.rpc.ts`, which passes request and answer on and refuses nothing by itself.
 */
export function recorded<Given extends unknown[], Answer>(
  { path }: Method,
  useCase: (...given: Given) => Promise<Answer>,
): (...given: Given) => Promise<Answer> {
  return async (...given) => {
    try {
      return await useCase(...given)
    } catch (error) {
      if (error instanceof DomainError) note(path, error)
      throw error
    }
  }
}

function note(path: string, { problems }: DomainError): void {
  mkdirSync(directory(), { recursive: true })
  const lines = problems.map(({ error_enum }) => `${path} ${error_enum}\n`)
  // Every worker writes a file of its own, so that lines never mix.
  appendFileSync(join(directory(), String(process.pid)), lines.join(''))
}

/** Every problem of the work's refusal, each with its field; throws any other outcome. */
export async function refusalsOf(work: Promise<unknown>): Promise<[string, unknown][]> {
  const end: unknown = await work.then(
    () => new Error('was not refused'),
    (reason: unknown) => reason,
  )
  if (!(end instanceof DomainError)) throw end
  return end.problems.map(({ error_enum, meta }) => [error_enum, meta.field])
}

/** The covered refusals, each as `CreateBill VendorNotFound`. */
export function coveredRefusals(): Set<string> {
  if (!existsSync(directory())) return new Set()
  const lines = readdirSync(directory()).flatMap((file) => readFileSync(join(directory(), file), 'utf8').split('\n'))
  return new Set(lines.filter(Boolean).map((line) => line.slice(line.lastIndexOf('/') + 1)))
}
