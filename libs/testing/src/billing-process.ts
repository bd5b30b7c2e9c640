import { testService, type ServiceProcess } from './service-process.ts'

/** A real billing-svc with its own database, for tests of a service that consumes its documents. */
export const testBilling = (options: {
  natsUrl: string
  ledgerTarget: string
  bankingTarget: string
}): Promise<ServiceProcess> =>
  testService({
    name: 'billing',
    env: { NATS_URL: options.natsUrl, LEDGER_GRPC_URL: options.ledgerTarget, BANKING_GRPC_URL: options.bankingTarget },
  })
