/** Splits a stream of PostgreSQL's protocol into messages. The client's first one has a length and no type. */
export function messagesIn(beginsUntyped: boolean): (chunk: Buffer) => Generator<{ type: string; bytes: Buffer }> {
  let rest = Buffer.alloc(0)
  let typeBytes = beginsUntyped ? 0 : 1
  return function* (chunk) {
    rest = Buffer.concat([rest, chunk])
    while (rest.length >= typeBytes + 4) {
      const length = typeBytes + rest.readUInt32BE(typeBytes)
      if (rest.length < length) return
      const bytes = rest.subarray(0, length)
      rest = rest.subarray(length)
      yield { type: typeBytes === 0 ? '-' : String.fromCharCode(bytes[0] ?? 0), bytes }
      typeBytes = 1
    }
  }
}
