/** How this machine reaches a system in containers: what operators' commands and tests are told. */
import { ROLES } from '@pacioli/dev-stack'
import type { RunningSystem } from './container-system.ts'

/** host:port of the first replica of each. */
export function grpcAddresses({ replicas }: RunningSystem) {
  const grpcOf = (service: string): string =>
    `127.0.0.1:${replicas.find((replica) => replica.service === service)?.ports.grpc}`
  return {
    ledgerGrpc: grpcOf('ledger-svc'),
    bankingGrpc: grpcOf('banking-svc'),
    billingGrpc: grpcOf('billing-svc'),
    reportingGrpc: grpcOf('reporting-svc'),
  }
}

/** What an operator's command on this machine is told. */
export function operatorEnvironment(system: RunningSystem): Record<string, string> {
  const { environment, postgres } = system
  const urls = ROLES.map((role) => {
    const [database = '', kind] = role.split('_')
    const name = `${database.toUpperCase()}_${kind === 'relay' ? 'RELAY_' : ''}DATABASE_URL`
    const password = environment[`${role.toUpperCase()}_PASSWORD`]
    return [name, `postgres://${role}:${password}@127.0.0.1:${postgres.port}/${database}`]
  })
  const { ledgerGrpc, bankingGrpc, billingGrpc } = grpcAddresses(system)
  return {
    ...(Object.fromEntries(urls) as Record<string, string>),
    LEDGER_MASTER_KEYS: environment.LEDGER_MASTER_KEYS ?? '',
    REPORTING_MASTER_KEYS: environment.REPORTING_MASTER_KEYS ?? '',
    LEDGER_GRPC_URL: ledgerGrpc,
    BANKING_GRPC_URL: bankingGrpc,
    BILLING_GRPC_URL: billingGrpc,
  }
}
