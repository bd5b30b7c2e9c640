import { crashSeries } from '../src/faults.ts'

// `npm run test:faults` does it a hundred times.
crashSeries({ rounds: 1, others: 1 })
