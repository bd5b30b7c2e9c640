import { postingServiceSettings } from '@pacioli/posting-service/configuration'

/** Settings of billing-svc; docs/CONFIGURATION.md is generated from `programs`. */
export const { programs, readConfig, migrationUrls, relayConfig, databaseConfig, commandConfig } =
  postingServiceSettings('billing', { peer: 'banking', parked: 'database' })
