/** Files in S3, apart from the rest: what speaks S3 takes a while to load, and most keep their files on disk. */
export { makeBucket } from './make-bucket.ts'
export { S3FileStore, type S3Options } from './s3-store.ts'
