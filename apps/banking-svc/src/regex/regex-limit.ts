/** How long a statement may match. Ordinary expressions take milliseconds, whatever they are matched against. */
export const REGEX_LIMIT_MS = 1_500
