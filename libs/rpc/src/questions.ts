/** Which methods change nothing, by their names: both sides of a call go by it. */

/**
 * What may be asked twice, by its name: should the replica that has it go away, another one is asked. Writes are repeated
 * by the caller of the API alone, who knows whether they have a key.
 */
export const isQuestion = (name: string): boolean => /^(Ask|Authenticate|Find|Get|List|Preview|Replay)[A-Z]/.test(name)
