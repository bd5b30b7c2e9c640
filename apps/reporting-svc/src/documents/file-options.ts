/** Options of the configured file store. Pure. */
import type { S3Options } from '@pacioli/files/s3'

export type FileOptions = { keepHours: number } & (
  | { kind: 'disk'; directory: string; port: number; baseUrl: string; signingKey: Buffer }
  | ({ kind: 's3' } & Omit<S3Options, 'onLeftBehind'>)
)

/** The settings as read: those of the other kind of store may be missing. */
export type FileSettings = {
  FILE_STORE: 'disk' | 's3'
  FILES_DIR?: string | undefined
  FILES_PORT?: number | undefined
  FILES_BASE_URL?: string | undefined
  FILES_SIGNING_KEY?: Buffer | undefined
  S3_ENDPOINT?: string | undefined
  S3_PUBLIC_ENDPOINT?: string | undefined
  S3_REGION?: string | undefined
  S3_BUCKET?: string | undefined
  S3_ACCESS_KEY?: string | undefined
  S3_SECRET_KEY?: string | undefined
  S3_PATH_STYLE: boolean
  EXPORTS_KEEP_HOURS: number
}

export function fileOptionsOf(settings: FileSettings): FileOptions {
  const keepHours = settings.EXPORTS_KEEP_HOURS
  const required = <Name extends keyof FileSettings>(name: Name): NonNullable<FileSettings[Name]> => {
    const value = settings[name]
    // The configuration was validated for this store.
    if (value === undefined) throw new TypeError(`${name} is not set`)
    return value
  }
  if (settings.FILE_STORE === 'disk')
    return {
      kind: 'disk',
      keepHours,
      directory: required('FILES_DIR'),
      port: required('FILES_PORT'),
      baseUrl: required('FILES_BASE_URL'),
      signingKey: required('FILES_SIGNING_KEY'),
    }
  return {
    kind: 's3',
    keepHours,
    endpoint: required('S3_ENDPOINT'),
    publicEndpoint: settings.S3_PUBLIC_ENDPOINT ?? required('S3_ENDPOINT'),
    region: required('S3_REGION'),
    bucket: required('S3_BUCKET'),
    accessKey: required('S3_ACCESS_KEY'),
    secretKey: required('S3_SECRET_KEY'),
    pathStyle: settings.S3_PATH_STYLE,
  }
}
