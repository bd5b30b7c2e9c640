export {
  displayName,
  isAccountSubtype,
  isAccountType,
  SUBTYPES,
  type AccountSubtype,
  type AccountType,
} from './account-types.ts'
