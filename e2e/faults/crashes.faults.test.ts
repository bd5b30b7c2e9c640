import { crashSeries } from '../src/faults.ts'

crashSeries({ rounds: 20, payables: 100, payablesElsewhere: 20, others: 20, requests: 600 })
