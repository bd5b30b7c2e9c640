/** `node apps/reporting-svc/src/make-bucket.ts`: creates the bucket of exported documents if it is missing. */
import { makeBucket } from '@pacioli/files/s3'
import { Command } from 'commander'
import { fileStoreConfig } from './config.ts'
import { fileOptionsOf } from './documents/file-options.ts'

new Command('make-bucket')
  .description(
    'Makes the bucket of exported documents where it is missing. Safe to run twice. Uses FILE_STORE=s3 and the S3_ settings ' +
      'of reporting-svc, whose key must be allowed to make buckets here; the service itself need not be.',
  )
  .parse()

const options = fileOptionsOf(fileStoreConfig())
if (options.kind === 's3') {
  const isNew = await makeBucket({ ...options, onLeftBehind: () => undefined })
  console.log(`The bucket ${options.bucket} ${isNew ? 'was made' : 'is there already'}.`)
} else {
  console.error('FILE_STORE is disk, which has no bucket: set it to s3.')
  process.exitCode = 1
}
