export { sealsRpc } from './seals.rpc.ts'
export { findSealsOver, type Seal } from './seal.store.ts'
export { Sealer, type SealOptions } from './sealing.ts'
export type { Leaf, LogName } from './leaf.ts'
