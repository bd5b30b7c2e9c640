import { randomUUID } from 'node:crypto'

console.log(JSON.stringify({ client_id: randomUUID(), client_secret: 'secret' }))
