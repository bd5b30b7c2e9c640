import { standIn } from '../../stand-in.ts'

standIn('banking-svc', process.env.OPS_PORT, (_request, response) => response.end())
