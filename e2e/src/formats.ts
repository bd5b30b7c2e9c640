/** The one way in which ids, instants and days are written, of the many that there are. */
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
/** Instants go out in UTC with milliseconds, never in any other of the many ways of ISO 8601. */
const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/

export const formats = { uuid, 'date-time': instant, date: /^\d{4}-\d{2}-\d{2}$/ }
