/** The time limit of a statement. Ordinary expressions take milliseconds on any text. */
export const REGEX_LIMIT_MS = 1_500
