/** An epoch as the database tells it, where it can be missing: as text, for its integers are wider than numbers. */
export const epochOf = (text: string | null): number | null => (text === null ? null : Number(text))
