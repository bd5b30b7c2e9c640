import { DiskFileStore, serveFiles, type FileStore } from '@pacioli/files'
import type { Logger, ServiceLifecycle } from '@pacioli/service'
import type { FileOptions } from './file-options.ts'

/** Opens the file store; one on disk comes with a server for its links. */
export async function openFileStore(
  options: FileOptions,
  { host, clock, logger }: { host: string; clock: () => Date; logger: Logger },
  life: ServiceLifecycle,
): Promise<{ store: FileStore; filesPort?: number }> {
  if (options.kind === 's3') {
    const onLeftBehind = ({ error, ...facts }: { key: string; uploadId?: string | undefined; error: unknown }): void =>
      logger.warn({ err: error, ...facts }, 'What is left of a failed upload could not be removed')
    const { S3FileStore } = await import('@pacioli/files/s3')
    return { store: new S3FileStore({ ...options, onLeftBehind }) }
  }
  const { directory, port, signingKey } = options
  const onDefect = (error: unknown, requestId: string): void =>
    logger.error({ err: error, request_id: requestId }, 'A file could not be served')
  const server = await serveFiles({ host, port, directory, signingKey, clock, onDefect })
  life.onStop('the file server', () => server.close())
  return { store: new DiskFileStore(options), filesPort: server.port }
}
