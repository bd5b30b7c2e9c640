import { crashSeries } from '../src/faults.ts'

crashSeries({ rounds: 20, requests: 600 })
