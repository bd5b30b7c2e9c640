import type { Command } from 'commander'
import { Refusal } from './refusal.ts'

/** Runs an example as its command line says. What is refused is said in words, any other error with where it comes from. */
export async function runProgram(program: Command): Promise<void> {
  try {
    await program.parseAsync()
  } catch (error) {
    if (error instanceof Refusal) console.error(error.message)
    else console.error(error)
    process.exitCode = 1
  }
}
