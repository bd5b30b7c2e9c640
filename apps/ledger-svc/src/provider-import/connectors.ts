import type { ConnectorName } from '../providers/provider.ts'
import type { Connector } from '../connectors/connector.ts'
import { quickbooks } from '../connectors/quickbooks/quickbooks.ts'

export const connectors: Record<ConnectorName, Connector> = { quickbooks }
