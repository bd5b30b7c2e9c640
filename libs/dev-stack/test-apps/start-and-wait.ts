/** Holds a stack until it is killed: node start-and-wait.ts <state directory> <apps directory>. */
import { startStack } from '../src/index.ts'

const [stateDir = '', appsDir] = process.argv.slice(2)
const { postgres, nats, services } = await startStack({ stateDir, appsDir, durable: false })
process.send?.([postgres, nats, ...Object.values(services)].map(({ pid }) => pid))
setInterval(() => {}, 60_000)
