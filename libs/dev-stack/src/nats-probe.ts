import { connect } from 'node:net'

const PROBE_MS = 3_000
const INBOX = '_INBOX.dev-stack.probe'

/**
 * Whether JetStream answers a request about a stream, in the text protocol of NATS. That a server accepts connections
 * and calls itself healthy says little: nats-server 2.9 locks a stream for good when its disk is full, later ones
 * switch JetStream off, and both stay so when there is space again, until they are restarted.
 * @param stream need not exist: a refusal is an answer, too
 */
export function jetStreamAnswers(port: number, stream: string, timeoutMs = PROBE_MS): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port })
    let said = ''
    const end = (answers: boolean): void => {
      clearTimeout(timer)
      socket.destroy()
      resolve(answers)
    }
    const timer = setTimeout(() => end(false), timeoutMs)
    socket.once('error', () => end(false))
    socket.once('close', () => end(false))
    socket.once('connect', () =>
      socket.write(
        `CONNECT {"verbose":false,"pedantic":false,"headers":true,"no_responders":true}\r\nSUB ${INBOX} 1\r\n` +
          `PUB $JS.API.STREAM.INFO.${stream} ${INBOX} 0\r\n\r\n`,
      ),
    )
    socket.on('data', (data) => {
      said += data.toString()
      // Without JetStream nothing listens there, which the server reports in a message with headers.
      if (said.includes(`\r\nHMSG ${INBOX} `)) end(false)
      else if (said.includes('io.nats.jetstream.api.v1.stream_info_response')) end(!said.includes('"err_code":10039'))
    })
  })
}
