import type { ConnectorName } from '../connections/provider.ts'
import type { Connector } from './connector.ts'
import { quickbooks } from './quickbooks/quickbooks.ts'

export const connectors: Record<ConnectorName, Connector> = { quickbooks }
