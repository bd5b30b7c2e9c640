/** For both versions; input and output come from the environment. */
export default {
  pacioli: {
    input: { target: process.env.DOCUMENT },
    output: { target: process.env.TARGET, client: 'fetch', baseUrl: { getBaseUrlFromSpecification: true } },
  },
}
