import { refused } from '@pacioli/errors'

export const notYet = async (): Promise<never> => {
  throw refused('ServiceUnavailable', 'Not there yet.')
}
