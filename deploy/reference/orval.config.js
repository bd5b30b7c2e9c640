/** For both versions, which are told by the environment what to read and where to write. */
export default {
  pacioli: {
    input: { target: process.env.DOCUMENT },
    output: { target: process.env.TARGET, client: 'fetch', baseUrl: { getBaseUrlFromSpecification: true } },
  },
}
