import { clientOf, type S3Options } from './s3-store.ts'

/** Creates the bucket, private by default, if it is missing. @returns whether it was missing */
export async function makeBucket(options: S3Options): Promise<boolean> {
  const client = clientOf(options, options.endpoint)
  if (await client.bucketExists(options.bucket)) return false
  try {
    await client.makeBucket(options.bucket, options.region)
    return true
  } catch (error) {
    // Another process was quicker.
    if ((error as { code?: string }).code === 'BucketAlreadyOwnedByYou') return false
    throw error
  }
}
