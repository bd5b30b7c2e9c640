/** Maximum lengths of texts; those of QuickBooks are lower. */
export const MAX_ID = 64
export const MAX_NAME = 255
export const MAX_NOTE = 4_096
