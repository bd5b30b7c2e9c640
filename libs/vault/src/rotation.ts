export { rotateTable, type Rotation, type TableRotation } from './rotate-keys.ts'
export { runRotateCommand, type RotateCommandOptions } from './rotate-command.ts'
export type { SealedTable } from './sealed-table.ts'
export { replaceWrappedKeys, wrappedKeysAfter } from './sealed.store.ts'
