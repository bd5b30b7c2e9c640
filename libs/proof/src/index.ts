export { startAuditor, type StartOptions } from './start-auditor.ts'
