import { postingServiceSettings } from '@pacioli/posting-service/configuration'

/** Settings of banking-svc; docs/CONFIGURATION.md is generated from `programs`. */
export const { programs, readConfig, migrationUrls, relayConfig, commandConfig, importUrl } = postingServiceSettings(
  'banking',
  {
    peer: 'billing',
    parked: 'database and peers',
  },
)
