/** How a posting is found in a search: by its id, and by the request that staged it. */
export const stagedPostingKind = {
  type: 'posting',
  from: 'postings k',
  externalId: null,
  referenceNumber: null,
  createdAt: 'k.staged_at',
  parent: 'k.source_id',
} as const
