export type * from './generated/common.messages.ts'
