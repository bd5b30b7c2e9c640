/** Makes a costly value once, on first use. */
export function lazy<Made>(make: () => Made): () => Made {
  let made: { value: Made } | undefined
  return () => (made ??= { value: make() }).value
}
