export type * from './generated/common.ts'
