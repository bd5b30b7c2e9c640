export default {
  input: process.env.DOCUMENT,
  // Node, which runs what comes out as it is, wants the names of files whole.
  output: { path: process.env.TARGET, module: { extension: '.ts' } },
  plugins: ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk'],
}
