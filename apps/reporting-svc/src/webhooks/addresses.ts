/** Which addresses a webhook may lead to: callers must not reach internal systems through us. Pure. */
import { BlockList, isIP } from 'node:net'

type Range = readonly [network: string, prefix: number, family: 'ipv4' | 'ipv6']

/** Private networks: allowed only if configured. */
const PRIVATE: readonly Range[] = [
  ['10.0.0.0', 8, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['100.64.0.0', 10, 'ipv4'],
  ['127.0.0.0', 8, 'ipv4'],
  ['::1', 128, 'ipv6'],
  ['fc00::', 7, 'ipv6'],
]

/** Never allowed: link-local (with cloud metadata services), multicast, test networks, unspecified addresses. */
const NEVER: readonly Range[] = [
  ['0.0.0.0', 8, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  ['192.0.0.0', 24, 'ipv4'],
  ['192.0.2.0', 24, 'ipv4'],
  ['192.31.196.0', 24, 'ipv4'],
  ['192.52.193.0', 24, 'ipv4'],
  ['192.88.99.0', 24, 'ipv4'],
  ['192.175.48.0', 24, 'ipv4'],
  ['198.18.0.0', 15, 'ipv4'],
  ['198.51.100.0', 24, 'ipv4'],
  ['203.0.113.0', 24, 'ipv4'],
  ['224.0.0.0', 4, 'ipv4'],
  ['240.0.0.0', 4, 'ipv4'],
  ['fe80::', 10, 'ipv6'],
  ['fec0::', 10, 'ipv6'],
  ['ff00::', 8, 'ipv6'],
  ['100::', 64, 'ipv6'],
  ['2001::', 23, 'ipv6'],
  ['2001:db8::', 32, 'ipv6'],
  ['3fff::', 20, 'ipv6'],
  ['5f00::', 16, 'ipv6'],
  // The metadata service of AWS by IPv6.
  ['fd00:ec2::254', 128, 'ipv6'],
  // IPv4 in disguise: compatible (with the unspecified address), mapped, translated, NAT64, 6to4.
  ['::', 96, 'ipv6'],
  ['::ffff:0:0', 96, 'ipv6'],
  ['::ffff:0:0:0', 96, 'ipv6'],
  ['64:ff9b::', 96, 'ipv6'],
  ['64:ff9b:1::', 48, 'ipv6'],
  ['2002::', 16, 'ipv6'],
]

const listOf = (ranges: readonly Range[]): BlockList => {
  const list = new BlockList()
  for (const [network, prefix, family] of ranges) list.addSubnet(network, prefix, family)
  return list
}

/** One list per family: Node compares an IPv6 address that maps an IPv4 one with the rules of that family as well. */
const listsOf = (ranges: readonly Range[]) => ({
  ipv4: listOf(ranges.filter(([, , family]) => family === 'ipv4')),
  ipv6: listOf(ranges.filter(([, , family]) => family === 'ipv6')),
})

const isPrivate = listsOf(PRIVATE)
const isNever = listsOf(NEVER)

/** Whether a request may go to this address. @param allowPrivate also in private networks */
export function mayReach(address: string, allowPrivate: boolean): boolean {
  const version = isIP(address)
  if (version === 0 || address.includes('%')) return false
  const family = version === 4 ? 'ipv4' : 'ipv6'
  // The loopback address lies within the compatible ones.
  if (allowPrivate && address === '::1') return true
  if (isNever[family].check(address, family)) return false
  return allowPrivate || !isPrivate[family].check(address, family)
}
