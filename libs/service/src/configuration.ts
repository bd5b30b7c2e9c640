/** Reads settings. Apart from the main entry point, so that commands load no more than they need. */
export { ConfigError, loadConfig, readConfig } from './config.ts'
export type { Config, ConfigSpecs } from './config.ts'
export {
  base64Key,
  namedKeys,
  bool,
  host,
  hostAndPort,
  httpUrl,
  json,
  logLevel,
  natsUrl,
  num,
  port,
  postgresUrl,
  unpooledPostgresUrl,
  str,
  streamReplicas,
  url,
} from './validators.ts'
export { namedCondition, makeValidator, requiredWith, secret } from './setting-kinds.ts'
export { weaknessOf } from './known-keys.ts'
export { describeSettings } from './describe-settings.ts'
export type { Setting } from './describe-settings.ts'
export {
  brokerOf,
  brokerSettings,
  callGraceOf,
  capacitySettings,
  endingOf,
  processSettings,
  publicCapacitySettings,
  tlsFilesOf,
  tlsSettings,
  wholeNumber,
  workloadOf,
} from './settings.ts'
