import { standIn } from '../../stand-in.ts'

standIn('reporting-svc', process.env.OPS_PORT, (_request, response) => response.end())
