export { sealedColumns } from './sealed-columns.ts'
export { Vault, type MasterKey, type SealedSecret, type SecretKind, type SecretOwner } from './vault.ts'
