import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'

const requestLine = /^[A-Z]+ (\S+) HTTP\/1\.1\r\n/

/**
 * A line to `url` whose answers take up to `mostMs` longer, each its own time, so that they come back in another order
 * than they were asked for: what a test takes for granted on a quick machine shows itself. Pages and files pass at once.
 */
export async function slowLine(url: string, mostMs: number): Promise<{ url: string; close(): void }> {
  const { hostname, port } = new URL(url)
  const open = new Set<Socket>()
  const line = createServer({ allowHalfOpen: true }, (near) => {
    const far = connect({ port: Number(port), host: hostname, allowHalfOpen: true })
    let waits = 0
    let passed = Promise.resolve()
    near.on('data', (chunk) => {
      const path = requestLine.exec(chunk.toString('latin1'))?.[1]
      if (path) waits = path.startsWith('/api/') ? Math.random() * mostMs : 0
      far.write(chunk)
    })
    far.on('data', (chunk) => {
      const pause = waits
      waits = 0
      passed = passed.then(async () => {
        await setTimeout(pause)
        near.write(chunk)
      })
    })
    far.on('end', () => void passed.then(() => near.end()))
    near.on('end', () => far.end())
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(socket)
      socket.on('error', () => other.destroy())
      socket.on('close', () => open.delete(socket))
    }
  })
  await new Promise<void>((done) => line.listen(0, hostname, done))
  return {
    url: `http://${hostname}:${(line.address() as AddressInfo).port}`,
    close() {
      line.close()
      for (const socket of open) socket.destroy()
    },
  }
}
