import type { Services } from '../services.ts'
import type { Routes } from './route.ts'

export const configurationRoutes =
  (_services: Services): Routes =>
  (_app, _options, done) => {
    done()
  }
