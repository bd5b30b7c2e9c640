export { startAuditor, type StartOptions } from './start-auditor.ts'
export { invariantsIn } from './proof.store.ts'
