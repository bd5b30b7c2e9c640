import { standIn } from '../../stand-in.ts'

standIn('billing-svc', process.env.OPS_PORT, (_request, response) => response.end())
