/** The S3 store. Apart from the main entry point: its client loads slowly, and most installations use the disk. */
export { makeBucket } from './make-bucket.ts'
export { S3FileStore, type S3Options } from './s3-store.ts'
