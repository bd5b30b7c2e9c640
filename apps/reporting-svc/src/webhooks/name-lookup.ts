/** Resolves the names of endpoints. */
import type { LookupAddress } from 'node:dns'
import { Resolver } from 'node:dns/promises'
import type { LookupFunction } from 'node:net'

const TIMEOUT_MS = 2_000
const LOOPBACK: readonly LookupAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
]

/**
 * Queries name servers itself. `dns.lookup` occupies one of few threads of the process and cannot be cancelled: one name whose
 * server never answers would block all others. No files are read; `localhost` is the loopback address.
 */
export function nameLookup(resolver = new Resolver({ timeout: TIMEOUT_MS, tries: 1 })): LookupFunction {
  return (hostname, { all, family }, callback) => {
    const isOfFamily = (found: LookupAddress): boolean => !family || String(family).endsWith(String(found.family))
    addressesOf(resolver, hostname).then(
      (found) => {
        const matching = found.filter(isOfFamily)
        const [first] = matching
        if (!first) callback(notResolved('ENOTFOUND', hostname), [])
        else if (all) callback(null, matching)
        else callback(null, first.address, first.family)
      },
      (error: NodeJS.ErrnoException) => callback(error, []),
    )
  }
}

async function addressesOf(resolver: Resolver, hostname: string): Promise<readonly LookupAddress[]> {
  if (/^(.+\.)?localhost\.?$/i.test(hostname)) return LOOPBACK
  const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
  const found = answers.flatMap((answer, index) =>
    answer.status === 'fulfilled' ? answer.value.map((address) => ({ address, family: index === 0 ? 4 : 6 })) : [],
  )
  if (found.length > 0) return found
  const isUnknown = answers.every((answer) => answer.status === 'fulfilled' || isNoName(answer.reason))
  throw notResolved(isUnknown ? 'ENOTFOUND' : 'EAI_AGAIN', hostname)
}

const isNoName = (error: unknown): boolean =>
  ['ENOTFOUND', 'ENODATA', 'EBADNAME'].includes((error as NodeJS.ErrnoException).code ?? '')

const notResolved = (code: 'ENOTFOUND' | 'EAI_AGAIN', hostname: string): NodeJS.ErrnoException =>
  Object.assign(new Error(`${hostname} cannot be resolved`), { code })
