import type { Leaf } from '@pacioli/seals'

/** Whether a leaf is an entry that closed something, as it was posted: who keeps seals elsewhere wants the one over it. Pure. */
export const isOfClosing = ({
  aggregate_type,
  version,
  state,
}: Pick<Leaf, 'aggregate_type' | 'version' | 'state'>): boolean =>
  aggregate_type === 'entry' &&
  version === 1 &&
  state !== null &&
  typeof state === 'object' &&
  !Array.isArray(state) &&
  state['entry_type'] === 'CLOSING_ACTION_RETAINED_EARNINGS'
