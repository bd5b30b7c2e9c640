import { standIn } from '../../stand-in.ts'

standIn('gateway', process.env.GATEWAY_PORT, (request, response) => {
  if (request.url === '/oauth2/token') response.end(JSON.stringify({ access_token: 'token' }))
  else if (request.url === '/v1/businesses') response.end(JSON.stringify({ data: { id: 'business' } }))
  else response.end(JSON.stringify({ pid: process.pid }))
})
