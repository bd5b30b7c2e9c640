/** A nullable epoch from the database, which returns it as text: its integers are wider than numbers. */
export const epochOf = (text: string | null): number | null => (text === null ? null : Number(text))
