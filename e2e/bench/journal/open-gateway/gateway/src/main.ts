/** The gateway without looking at tokens, to be compared with: it takes everyone for the caller of BENCH_CALLER. */
import { join } from 'node:path'

/** A program to run, as of any version, and no library to build on. */
const GATEWAY = join(import.meta.dirname, ...Array<string>(6).fill('..'), 'apps', 'gateway', 'src')

type Verifying = { TokenVerifier: { prototype: { verify: () => Promise<unknown> } } }

const { TokenVerifier } = (await import(join(GATEWAY, 'auth', 'token-verifier.ts'))) as Verifying
const caller: unknown = JSON.parse(process.env.BENCH_CALLER ?? '')
TokenVerifier.prototype.verify = () => Promise.resolve(caller)

await import(join(GATEWAY, 'main.ts'))
