/** Serves the gateway until it is killed: node serve-and-wait.ts <state directory> <apps directory>. */
import { serveAlone } from '../src/index.ts'

const [stateDir = '', appsDir] = process.argv.slice(2)
const quiet = (): void => {}
const signal = new AbortController().signal
await serveAlone({ stateDir, appsDir, service: 'gateway', say: quiet, onLine: quiet, signal })
