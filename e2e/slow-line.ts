import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

const requestLine = /^[A-Z]+ (\S+) HTTP\/1\.1\r\n/

/**
 * A line to `url` whose answers take up to `mostMs` longer, each its own time, so that they come back in another order
 * than they were asked for: what a test takes for granted on a quick machine shows itself. Pages and files pass at once.
 */
export async function slowLine(url: string, mostMs: number): Promise<{ url: string; close(): void }> {
  const { hostname, port } = new URL(url)
  const open = new Set<Socket>()
  const line = createServer((near) => {
    const far = connect(Number(port), hostname)
    let waits = 0
    let notBefore = 0
    near.on('data', (chunk) => {
      const path = requestLine.exec(chunk.toString('latin1'))?.[1]
      if (path) waits = path.startsWith('/api/') ? Math.random() * mostMs : 0
      far.write(chunk)
    })
    far.on('data', (chunk) => {
      notBefore = Math.max(notBefore, Date.now() + waits)
      waits = 0
      setTimeout(() => near.write(chunk), Math.max(0, notBefore - Date.now()))
    })
    for (const [socket, other] of [[near, far], [far, near]] as const) {
      open.add(socket)
      socket.on('error', () => socket.destroy())
      socket.on('close', () => {
        open.delete(socket)
        setTimeout(() => other.destroy(), Math.max(0, notBefore - Date.now()))
      })
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
