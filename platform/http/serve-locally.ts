import { type IncomingMessage, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as textOfStream } from 'node:stream/consumers'

export const jsonReply = (status: number, body: unknown) => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

/** A reply; or none, where the connection is cut or stays silent. */
type LocalReply = { status: number; headers: Record<string, string>; body: string } | 'cut' | 'silent'

/** A server for this machine alone, which plays another party; port 0 is any that is free. */
export async function serveLocally(
  port: number,
  answer: (request: IncomingMessage, body: string) => LocalReply | Promise<LocalReply>,
): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    void (async () => {
      const reply = await answer(request, await textOfStream(request))
      if (reply === 'cut') request.socket.destroy()
      else if (reply !== 'silent') response.writeHead(reply.status, reply.headers).end(reply.body)
    })()
  })
  await new Promise<void>((resolve) => {
    server.listen(port, '127.0.0.1', resolve)
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
