import { standIn } from '../../stand-in.ts'

standIn('ledger-svc', process.env.OPS_PORT, (_request, response) => response.end())
