import { crashSeries } from './src/faults.ts'

// `npm run test:faults` does it a hundred times.
crashSeries({ rounds: 3, others: 1 })
