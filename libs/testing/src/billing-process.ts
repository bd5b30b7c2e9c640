import { testService, type ServiceProcess } from './service-process.ts'

/** A real billing-svc with a database of its own, for the tests of a service that takes its documents in. */
export const testBilling = (options: {
  natsUrl: string
  ledgerTarget: string
  bankingTarget: string
}): Promise<ServiceProcess> =>
  testService({
    name: 'billing',
    env: { NATS_URL: options.natsUrl, LEDGER_GRPC_URL: options.ledgerTarget, BANKING_GRPC_URL: options.bankingTarget },
  })
