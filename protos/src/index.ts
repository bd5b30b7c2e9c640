export { loadServices } from './load.ts'
