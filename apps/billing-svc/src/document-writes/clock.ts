/** The clock of a request: now, and the time zone of its business. */
export type Clock = { now: Date; timeZone: string }
