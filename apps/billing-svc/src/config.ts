import { postingServiceSettings } from '@pacioli/posting-service/configuration'

const settings = postingServiceSettings('billing', { peer: 'banking', parked: 'database' })

/** Settings of billing-svc; docs/CONFIGURATION.md is generated from `programs`. */
export const { readConfig, migrationUrls, relayConfig, databaseConfig, commandConfig, importUrl } = settings
export const programs = { ...settings.programs, rebuild: settings.programs['check-billing'] }
