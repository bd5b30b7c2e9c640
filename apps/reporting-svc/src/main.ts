import { createLogger, runService } from '@pacioli/service'
import { serviceConfig } from './config.ts'
import { fileOptionsOf } from './documents/file-options.ts'
import { startReporting } from './service.ts'

const config = serviceConfig()
const logger = createLogger('reporting-svc', config.LOG_LEVEL)

await runService({
  name: 'reporting-svc',
  logger,
  start: async (life) => {
    await startReporting(
      {
        databaseUrl: config.REPORTING_DATABASE_URL,
        relayDatabaseUrl: config.REPORTING_RELAY_DATABASE_URL,
        natsUrl: config.NATS_URL,
        streamReplicas: config.NATS_STREAM_REPLICAS,
        cursorKey: config.CURSOR_KEY,
        ledgerTarget: config.LEDGER_GRPC_URL,
        bankingTarget: config.BANKING_GRPC_URL,
        billingTarget: config.BILLING_GRPC_URL,
        files: fileOptionsOf(config),
        host: config.HOST,
        grpcPort: config.GRPC_PORT,
        opsPort: config.OPS_PORT,
        masterKeys: config.REPORTING_MASTER_KEYS,
        feedKeepDays: config.FEED_KEEP_DAYS,
        webhooksAllowPrivate: config.WEBHOOKS_ALLOW_PRIVATE,
        logger,
      },
      life,
    )
  },
})
