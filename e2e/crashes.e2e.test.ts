import { crashSeries } from './src/faults.ts'

crashSeries({ rounds: 5, others: 1 })
