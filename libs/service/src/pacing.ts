/** How slow callers may be, apart from what a running service needs: whoever serves files loads no more. */
export { Pace } from './pace.ts'
export type { Flow, PaceLimits } from './pace.ts'
export { paceAnswer } from './paced-answer.ts'
