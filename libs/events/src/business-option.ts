import { InvalidArgumentError } from 'commander'

/** An id given on a command line, in lower case. @throws InvalidArgumentError */
export function businessIdFrom(given: string): string {
  if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(given)) return given.toLowerCase()
  throw new InvalidArgumentError(`expected the id of a business (a UUID), got ${given}.`)
}
