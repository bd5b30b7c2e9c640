export { readComposeFile, variablesOf } from './compose-file.ts'
export type { ComposeFile, ComposeService } from './compose-file.ts'
export { newEnvironment } from './environment.ts'
