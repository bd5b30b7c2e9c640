/** `node ask-health.ts`: what an image runs to learn whether its service lives; exits 0 if it does, 1 with the reason if not. */
const port = process.env.OPS_PORT ?? '9080'
const url = `http://127.0.0.1:${port}/healthz`

try {
  const { status } = await fetch(url, { signal: AbortSignal.timeout(2_000) })
  if (status !== 200) throw new Error(`expected 200, got ${status}`)
} catch (error) {
  const { message, cause } = error as Error
  const why = cause instanceof Error ? cause.message : message
  process.stderr.write(`${url} does not answer that the service is healthy: ${why}\n`)
  process.exitCode = 1
}
