import type { INetworkPolicy, INetworkPolicyPeer } from 'kubernetes-models/networking.k8s.io/v1'
import { BlockList, isIPv6 } from 'node:net'
import type { Manifest } from './manifests.ts'

/** Something that sends or receives: a pod, or an address outside of the cluster. */
export type Place = {
  name: string
  address: string
  /** Absent outside of the cluster. Its name is a label of it, as in every cluster. */
  namespace?: string
  labels?: Record<string, string>
}

export type Door = { protocol: 'TCP' | 'UDP' | 'SCTP'; port: number }

export type Policy = Manifest & INetworkPolicy

type Selector = INetworkPolicyPeer['podSelector']
type Rule = {
  peers: INetworkPolicyPeer[] | undefined
  ports: { protocol?: string; port?: unknown; endPort?: number }[] | undefined
}
type Direction = 'Ingress' | 'Egress'

const NAMESPACE_NAME = 'kubernetes.io/metadata.name'

/**
 * Whether the policies let the one connect to the other: what it sends must be allowed, and what the other receives.
 * Policies add up; a pod that none selects in a direction is free in it. A block of addresses is taken to mean pods with
 * such an address, too, as some networks do.
 */
export const mayReach = (policies: readonly Policy[], from: Place, to: Place, door: Door): boolean =>
  isAllowed(policies, 'Egress', from, to, door) && isAllowed(policies, 'Ingress', to, from, door)

function isAllowed(policies: readonly Policy[], direction: Direction, pod: Place, peer: Place, door: Door): boolean {
  if (pod.namespace === undefined) return true
  const binding = policies.filter((policy) => binds(policy, direction, pod))
  if (binding.length === 0) return true
  return binding.some((policy) =>
    rulesOf(policy, direction).some(({ peers, ports }) => {
      const isPeer = !peers?.length || peers.some((one) => means(one, peer, policy))
      return isPeer && (!ports?.length || ports.some((one) => isThrough(one, door)))
    }),
  )
}

const binds = ({ metadata, spec }: Policy, direction: Direction, pod: Place): boolean =>
  metadata.namespace === pod.namespace &&
  selects(spec?.podSelector, pod.labels ?? {}) &&
  (spec?.policyTypes ?? (spec?.egress ? ['Ingress', 'Egress'] : ['Ingress'])).includes(direction)

const rulesOf = ({ spec }: Policy, direction: Direction): Rule[] =>
  direction === 'Ingress'
    ? (spec?.ingress ?? []).map(({ from, ports }) => ({ peers: from, ports }))
    : (spec?.egress ?? []).map(({ to, ports }) => ({ peers: to, ports }))

function means(peer: INetworkPolicyPeer, place: Place, policy: Policy): boolean {
  if (peer.ipBlock) {
    const { cidr, except = [] } = peer.ipBlock
    return isWithin(place.address, cidr) && !except.some((block) => isWithin(place.address, block))
  }
  if (place.namespace === undefined) return false
  const isNamespace = peer.namespaceSelector
    ? selects(peer.namespaceSelector, { [NAMESPACE_NAME]: place.namespace })
    : place.namespace === policy.metadata.namespace
  return isNamespace && selects(peer.podSelector, place.labels ?? {})
}

/** An absent selector and an empty one mean all. */
function selects(selector: Selector, labels: Record<string, string>): boolean {
  const { matchLabels = {}, matchExpressions = [] } = selector ?? {}
  return (
    Object.entries(matchLabels).every(([key, value]) => labels[key] === value) &&
    matchExpressions.every(({ key, operator, values = [] }) => {
      const value = labels[key]
      switch (operator) {
        case 'In':
          return value !== undefined && values.includes(value)
        case 'NotIn':
          return value === undefined || !values.includes(value)
        case 'Exists':
          return value !== undefined
        case 'DoesNotExist':
          return value === undefined
        default:
          throw new Error(`Expected In, NotIn, Exists or DoesNotExist, got the operator ${operator}`)
      }
    })
  )
}

/** Names of ports are refused: which number one means depends on the pod, and not every network knows them. */
function isThrough(rule: { protocol?: string; port?: unknown; endPort?: number }, door: Door): boolean {
  if ((rule.protocol ?? 'TCP') !== door.protocol) return false
  if (rule.port === undefined) return true
  if (typeof rule.port !== 'number') throw new Error(`Expected the number of a port, got ${JSON.stringify(rule.port)}`)
  return door.port >= rule.port && door.port <= (rule.endPort ?? rule.port)
}

const blocks = new Map<string, BlockList>()

function isWithin(address: string, cidr: string): boolean {
  const [net = '', bits] = cidr.split('/')
  const family = isIPv6(net) ? 'ipv6' : 'ipv4'
  if (isIPv6(address) !== (family === 'ipv6')) return false
  const list = blocks.get(cidr) ?? new BlockList()
  if (!blocks.has(cidr)) list.addSubnet(net, Number(bits), family)
  blocks.set(cidr, list)
  return list.check(address, family)
}
