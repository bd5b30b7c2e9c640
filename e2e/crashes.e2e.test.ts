import { crashSeries } from './src/faults.ts'

crashSeries({ rounds: 3, requests: 150 })
