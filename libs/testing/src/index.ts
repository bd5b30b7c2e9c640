export { makeAuthority, type CertificateFiles } from './certificates.ts'
export { databaseUrl, testDatabase } from './test-database.ts'
export { startCuttingProxy, type Cut, type CuttingProxy } from './cutting-proxy.ts'
export { startCountingProxy, type CountingProxy, type OnTheWire } from './counting-proxy.ts'
export { startFreezingProxy, type FreezingProxy } from './freezing-proxy.ts'
export { digestOf, digestOfBooks } from './digest.ts'
export type { DatabaseTemplate, TestDatabase } from './test-database.ts'
export { configureProviders, OAuthProviderDouble, startOAuthServer } from './oauth-provider.ts'
export type { SharedProviders } from './oauth-provider.ts'
export type { OAuthRequest } from './oauth-server.ts'
export {
  QUICKBOOKS_TYPES,
  quickbooksAccount,
  QuickbooksCompany,
  quickbooksEntry,
  quickbooksLine,
  startQuickbooksDouble,
} from './quickbooks-double.ts'
export type { QuickbooksBooks, QuickbooksFault, QuickbooksServer } from './quickbooks-double.ts'
export { testBilling } from './billing-process.ts'
export { testLedger } from './ledger-process.ts'
export type { LedgerProcess } from './ledger-process.ts'
export { testService, type ServiceProcess } from './service-process.ts'
export { coveredRefusals, recorded, refusalsOf } from './covered-refusals.ts'
export { ownStack } from './own-stack.ts'
export { testNats, testNatsCluster } from './test-nats.ts'
export { publishOnceReady } from './publish-once-ready.ts'
export { deadlocksIn, lockWaits } from './locks.ts'
export { rowsReadBy } from './rows-read.ts'
export { unindexed } from './unindexed.ts'
export { markSearched } from './share-stack.ts'
export { knownSecret, recordAnswer, startRecords, stopRecords } from './secret-search/records.ts'
export { searchStack } from './secret-search/search-stack.ts'
export type { StackSearch } from './secret-search/search-stack.ts'
export { sharedServers, sharedStack, testDirectory } from './shared.ts'
export type { SharedServers, SharedStack } from './shared.ts'
export { waitFor } from '@pacioli/dev-stack'
export { startOtlpReceiver, traceHere } from './otlp-receiver.ts'
export type { OtlpReceiver, ReceivedSpan } from './otlp-receiver.ts'
