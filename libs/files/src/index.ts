export { fileKey, type FileStore, type LinkedFile } from './file-store.ts'
export { attachmentNamed } from './content-disposition.ts'
export { DiskFileStore, type DiskOptions } from './disk-store.ts'
export { serveFiles, type FileServer, type FileServerOptions } from './file-server.ts'
