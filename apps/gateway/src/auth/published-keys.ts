/** Key pairs whose private part is public, by the thumbprint of the public key (RFC 7638). None of them may sign. */
export const PUBLISHED_KEYS: ReadonlyMap<string, string> = new Map([
  ['NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs', 'RFC 7517'],
  ['cn-I_WNMClehiVp51i_0VpOENW1upEerA8sEam5hn-s', 'RFC 7517'],
  ['oKIywvGUpTVTyxMQ3bwIIeQUudfr_CkLMjCE19ECD-U', 'RFC 7515'],
  ['kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k', 'RFC 8037'],
  ['oGDmHqCJ7yzMkWEkrlZVHkvrHIyQwtlDmeq5ForUHeY', 'jwt.io'],
  ['19J8y7Zprt2-QKLjF2I5pVk0OELX6cY2AfaAv1LC_w8', 'jwt.io'],
])
