/** Starts tracing as its environment says, and prints which packages of OpenTelemetry were loaded for that. */
import { registerHooks } from 'node:module'

const loaded = new Set<string>()
registerHooks({
  load: (url, context, nextLoad) => {
    const name = /node_modules\/(@opentelemetry\/[^/]+)\//.exec(url)?.[1]
    if (name !== undefined) loaded.add(name)
    return nextLoad(url, context)
  },
})
const { startTracing } = await import('../src/index.ts')
const stop = await startTracing('sample', { info: () => undefined, warn: () => undefined })
await stop()
process.stdout.write(JSON.stringify([...loaded].sort()))
