export { loadService } from './load.ts'
