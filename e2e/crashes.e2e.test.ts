import { crashSeries } from './src/faults.ts'

crashSeries({ rounds: 5, payables: 5, others: 2, requests: 120 })
