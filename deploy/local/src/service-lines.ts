import type { LogChoice } from './settings.ts'

const PROBLEMS = new Set(['warn', 'error', 'fatal'])

interface LogLine {
  level?: string
  time?: string
  msg?: string
  err?: { message?: string }
}

/** Prints the chosen log lines of services in readable form. */
export function serviceLinePrinter(
  choice: LogChoice,
  write: (text: string) => void = (text) => void process.stdout.write(text),
): (service: string, line: string) => void {
  return (service, line) => {
    const readable = choice === 'none' ? undefined : readableLine(service, line, choice)
    if (readable) write(`${readable}\n`)
  }
}

function readableLine(service: string, line: string, choice: LogChoice): string | undefined {
  const entry = parse(line)
  // Other lines are what Node prints when a process dies: always shown.
  if (!entry) return `${service.padEnd(14)} ${line}`
  if (choice === 'problems' && !PROBLEMS.has(entry.level ?? '')) return undefined
  const time = entry.time?.slice(11, 23) ?? ''
  const why = entry.err?.message ? `: ${entry.err.message}` : ''
  return `${service.padEnd(14)} ${time} ${(entry.level ?? '').padEnd(5)} ${entry.msg ?? ''}${why}`
}

function parse(line: string): LogLine | undefined {
  try {
    const parsed: unknown = JSON.parse(line)
    return typeof parsed === 'object' && parsed !== null ? parsed : undefined
  } catch {
    return undefined
  }
}
