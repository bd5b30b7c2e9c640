export { openBundle, type BundleReader } from './bundle-reader.ts'
export { lineOf, type Finding } from './finding.ts'
export { leafHash, nodeHash, rootOf, verifyConsistency, verifyInclusion } from './merkle.ts'
export {
  MalformedNote,
  parseCheckpoint,
  parseKey,
  parseNote,
  parseWitness,
  signatureProblem,
  type Key,
  type Witness,
} from './note.ts'
export { CouldNotLook, HttpSource, LOGS, type LogName, type ReportRow, type Source } from './source.ts'
export type { ToldLeaf, ToldSeal } from './source.ts'
export { verifyBundle } from './verify-bundle.ts'
export { verify, type Kept, type Options, type Summary } from './verify.ts'
