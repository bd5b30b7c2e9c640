export { Vault, type MasterKey, type SealedSecret, type SecretKind, type SecretOwner } from './vault.ts'
