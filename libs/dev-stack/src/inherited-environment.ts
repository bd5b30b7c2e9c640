/** The environment of the services: ours (LOG_LEVEL, NODE_ENV, ...), without variables of a test runner. */
export function inheritedEnvironment(): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !/^(VITEST|NODE_OPTIONS$|NODE_CHANNEL)/.test(name))
  return { NODE_ENV: 'development', ...Object.fromEntries(inherited) }
}
