export {
  BANK_SUBTYPES,
  displayName,
  isAccountSubtype,
  isAccountType,
  SUBTYPES,
  type AccountSubtype,
  type AccountType,
} from './account-types.ts'
export { documentsThatOwn, isControlAccount, PARTY_ACCOUNTS } from './control-accounts.ts'
export { DOCUMENT_SOURCES } from './document-sources.ts'
