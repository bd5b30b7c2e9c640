import { createLogger, runService } from '@pacioli/service'
import { brokerOf, callGraceOf, endingOf, tlsFilesOf, workloadOf } from '@pacioli/service/configuration'
import { auditingOf } from '@pacioli/proof/configuration'
import { ownerTargetsOf, serviceConfig } from './config.ts'
import { fileOptionsOf } from './documents/file-options.ts'
import { REQUESTS_AT_ONCE, startReporting } from './service.ts'

const config = serviceConfig()
const logger = createLogger('reporting-svc', config.LOG_LEVEL)

await runService({
  name: 'reporting-svc',
  logger,
  ...endingOf(config),
  start: async (life) => {
    await startReporting(
      {
        databaseUrl: config.REPORTING_DATABASE_URL,
        relayDatabaseUrl: config.REPORTING_RELAY_DATABASE_URL,
        replicaUrl: config.REPORTING_REPLICA_DATABASE_URL,
        broker: brokerOf(config),
        cursorKey: config.CURSOR_KEY,
        ...ownerTargetsOf(config),
        files: fileOptionsOf(config),
        host: config.HOST,
        grpcPort: config.GRPC_PORT,
        opsPort: config.OPS_PORT,
        tls: tlsFilesOf(config),
        maxInFlight: config.GRPC_MAX_IN_FLIGHT,
        workload: workloadOf(config, REQUESTS_AT_ONCE),
        callGraceMs: callGraceOf(config),
        masterKeys: config.REPORTING_MASTER_KEYS,
        auditing: auditingOf(config),
        feedKeepDays: config.FEED_KEEP_DAYS,
        webhooksAllowPrivate: config.WEBHOOKS_ALLOW_PRIVATE,
        logger,
      },
      life,
    )
  },
})
