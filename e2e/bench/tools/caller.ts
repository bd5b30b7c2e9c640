/** What makes a load shares the machine with what is measured, so it does as little as can be for each request. */
import type { Stack } from '@pacioli/dev-stack'
import { connect, type Socket } from 'node:net'

/** A request as it is sent, put together before the clock starts. */
export function requestOf(
  { baseUrl }: { baseUrl: string },
  method: 'GET' | 'POST',
  path: string,
  headers: Readonly<Record<string, string>>,
  body = '',
): Buffer {
  const all = {
    host: new URL(baseUrl).host,
    ...headers,
    ...(body === '' ? {} : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) }),
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`)
}

/** The headers of the demo client. */
export const authorizationOf = ({ dev }: Stack): { authorization: string } => ({ authorization: `Bearer ${dev.token}` })

/** An answer that is not 2xx. */
export class NotTaken extends Error {
  readonly status: number

  constructor(answer: string) {
    super(`The answer is ${answer}`)
    this.status = Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1])
  }
}

const END_OF_HEAD = '\r\n\r\n'

type Waiting = { resolve: () => void; reject: (error: Error) => void }

/** One caller with a connection of its own: it reads each answer to its end, and looks at nothing but its status. */
export class Caller {
  readonly #host: string
  readonly #port: number
  #socket: Socket | undefined
  #waiting: Waiting | undefined
  /** What has come of the answer, where that is not all. */
  #begun: Buffer | undefined

  constructor({ baseUrl }: { baseUrl: string }) {
    const { hostname, port } = new URL(baseUrl)
    this.#host = hostname
    this.#port = Number(port)
  }

  /** @throws NotTaken when the answer isn't 2xx @throws Error when it does not come */
  send(request: Buffer): Promise<void> {
    if (this.#waiting) throw new Error('A caller waits for one answer at a time.')
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject }
      this.#connection().write(request)
    })
  }

  close(): void {
    this.#socket?.destroy()
  }

  /** The server closes a connection that was idle for long. */
  #connection(): Socket {
    if (this.#socket?.writable) return this.#socket
    const socket = connect(this.#port, this.#host).setNoDelay(true)
    const fail = (error: Error): void => {
      if (socket === this.#socket) this.#end(error)
    }
    socket.on('data', (chunk) => this.#take(chunk))
    socket.on('error', fail)
    socket.on('close', () => fail(new Error('The connection was closed before the whole answer had come.')))
    this.#begun = undefined
    return (this.#socket = socket)
  }

  #take(chunk: Buffer): void {
    const bytes = this.#begun ? Buffer.concat([this.#begun, chunk]) : chunk
    this.#begun = bytes
    const end = bytes.indexOf(END_OF_HEAD)
    if (end < 0) return
    const head = bytes.toString('latin1', 0, end)
    const length = /^content-length: (\d+)$/im.exec(head)?.[1]
    if (length === undefined) return this.#end(new Error(`Expected an answer with its length, but it is ${head}.`))
    const whole = end + END_OF_HEAD.length + Number(length)
    if (bytes.length < whole) return
    this.#begun = undefined
    this.#end(head.startsWith('HTTP/1.1 2') ? undefined : new NotTaken(bytes.toString()))
  }

  #end(error?: Error): void {
    const waiting = this.#waiting
    this.#waiting = undefined
    if (error) waiting?.reject(error)
    else waiting?.resolve()
  }
}
