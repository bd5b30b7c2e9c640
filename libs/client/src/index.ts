export { PacioliClient, type ClientOptions } from './client.ts'
export {
  DeadlineError,
  NoAnswerError,
  PacioliError,
  PostingFailedError,
  type ErrorName,
  type Problem,
} from './errors.ts'
export type { FeedOptions, FeedPage } from './events.ts'
export type { Download, FileLink } from './files.ts'
export type { Retries } from './retries.ts'
export type { Credentials, TokenSource } from './tokens.ts'
export type {
  Answer,
  AnyEvent,
  BodyOf,
  CallOptions,
  components,
  ErrorEnum,
  EventType,
  InitOf,
  ItemOf,
  operations,
  PacioliEvent,
  PagedPath,
  PathOf,
  paths,
  PingEvent,
  Posting,
  PostingRecord,
  PreviewablePath,
  PreviewOf,
  WritePreview,
} from './types.ts'
export type { WaitOptions } from './waiting.ts'
export type { World } from './world.ts'
