import type { Services } from '../services.ts'
import type { Routes } from './route.ts'

export const closingRoutes =
  (_services: Services): Routes =>
  (_app, _options, done) => {
    done()
  }
