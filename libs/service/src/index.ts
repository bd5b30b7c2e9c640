export { mapInChunks } from './in-chunks.ts'
export { createLogger } from './logger.ts'
export type { Logger } from './logger.ts'
export { createMetrics, Counter, Gauge, Histogram, Registry } from './metrics.ts'
export { newId } from './new-id.ts'
export {
  observeBroker,
  observeCalls,
  observeConsumers,
  observeOutbox,
  observeParked,
  observePools,
  observePostings,
  observeWorkload,
} from './observe.ts'
export { startOpsServer } from './ops-server.ts'
export type { OpsServer, OpsServerOptions } from './ops-server.ts'
export { checkReadiness, probe } from './readiness.ts'
export type { ReadinessCheck, ReadinessReport } from './readiness.ts'
export { readBounded } from './read-bounded.ts'
export { Lifecycle } from './lifecycle.ts'
export type { ServiceLifecycle } from './lifecycle.ts'
export { runService } from './run-service.ts'
export type { ServiceOptions } from './run-service.ts'
export { FairSemaphore } from './semaphore.ts'
export { Workload, type WorkloadOptions } from './workload.ts'
