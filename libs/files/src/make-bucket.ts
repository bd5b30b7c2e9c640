import { clientOf, type S3Options } from './s3-store.ts'

/** Makes the bucket where it is missing, private as buckets are. @returns whether it was missing */
export async function makeBucket(options: S3Options): Promise<boolean> {
  const client = clientOf(options, options.endpoint)
  if (await client.bucketExists(options.bucket)) return false
  try {
    await client.makeBucket(options.bucket, options.region)
    return true
  } catch (error) {
    // Another one was quicker.
    if ((error as { code?: string }).code === 'BucketAlreadyOwnedByYou') return false
    throw error
  }
}
