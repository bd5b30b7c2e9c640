import { crashSeries } from '../src/faults.ts'

crashSeries({ rounds: 100, others: 20 })
