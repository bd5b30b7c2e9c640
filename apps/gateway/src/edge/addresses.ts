/** The address that counts as the caller's: that of the connection, or what trusted proxies forward. */
import { BlockList, isIP, isIPv4 } from 'node:net'

/** None; a number of proxies, counted from the gateway; or the networks of proxies, separated by commas. */
export type TrustedProxies = false | number | string

/** Parses the setting. @throws Error that says what is expected */
export function trustedProxies(given: string): TrustedProxies {
  const text = given.trim().toLowerCase()
  if (text === 'false' || text === '0') return false
  if (/^\d+$/.test(text) && Number(text) <= MOST_HOPS) return Number(text)
  const networks = text.split(',').map((one) => one.trim())
  if (networks.every(isNetwork)) return networks.join(',')
  throw new Error(EXPECTED + (text === 'true' ? TRUE_IS_GONE : ''))
}

const MOST_HOPS = 16
const EXPECTED =
  'expected false, the number of proxies before the gateway (1 for one ingress or load balancer), or their networks as ' +
  'in 10.0.0.0/8,fd00::/8'
const TRUE_IS_GONE =
  '; true is not possible any more: it believed whatever the caller itself had written into X-Forwarded-For'

function isNetwork(text: string): boolean {
  const [address = '', prefix, ...more] = text.split('/')
  const version = isIP(address)
  if (version === 0 || more.length > 0) return false
  // A network of all addresses is no proxy.
  return (
    prefix === undefined || (/^\d+$/.test(prefix) && Number(prefix) > 0 && Number(prefix) <= (version === 4 ? 32 : 128))
  )
}

/**
 * Whether an address is that of a trusted proxy: the other end of the connection (hop 0), what that one forwards for
 * (hop 1), and so on.
 */
export function proxyTest(trusted: TrustedProxies): (address: string, hop?: number) => boolean {
  if (typeof trusted !== 'string') return (_address, hop = 0) => hop < Number(trusted)
  const list = new BlockList()
  for (const network of trusted.split(',')) {
    const [address = '', prefix] = network.split('/')
    const family = isIPv4(address) ? 'ipv4' : 'ipv6'
    if (prefix === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(prefix), family)
  }
  return (given) => {
    const address = plain(given)
    return isIP(address) !== 0 && list.check(address, isIPv4(address) ? 'ipv4' : 'ipv6')
  }
}

/**
 * What counts as one caller: an IPv4 address, or the /64 network of an IPv6 address, all of which belongs to one
 * subscriber.
 */
export function callerAt(address: string): string {
  // As most are, and nothing of it is to be left out.
  if (isIPv4(address)) return address
  const one = plain(address)
  return isIP(one) === 6 ? `${firstGroups(one)}::/64` : one
}

/** IPv4 also on an IPv6 socket; without a zone, and without the port that some proxies write. */
const plain = (address: string): string =>
  address
    .replace(/^\[(.*)\](:\d+)?$|^([\d.]+):\d+$/, '$1$3')
    .replace(/^::ffff:(?=\d+\.)/i, '')
    .replace(/%.*$/, '')

function firstGroups(address: string): string {
  // Node writes it as the URL standard does: shortest form, lower case.
  const short = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [head = '', tail] = short.split('::')
  const groups = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? [] : Array<string>(8 - groups.length - after.length).fill('0')
  return [...groups, ...zeros, ...after].slice(0, 4).join(':')
}
