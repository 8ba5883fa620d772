import type { Server } from 'node:http'
import { networkOf } from './network.ts'

const connectionsMax = 4096
/** A browser opens six; an office or a mobile network may have many people behind one address. */
const connectionsOfNetworkMax = 256

/** Bounds how many connections are open, and how many of one network; `isTrusted` says which addresses are our own proxies. */
export function limitConnections(server: Server, isTrusted: (address: string) => boolean): void {
  const open = new Map<string, number>()
  server.maxConnections = connectionsMax
  server.on('connection', (socket) => {
    const address = socket.remoteAddress
    if (address === undefined || isTrusted(address)) return
    const network = networkOf(address)
    const count = (open.get(network) ?? 0) + 1
    open.set(network, count)
    socket.once('close', () => {
      const left = (open.get(network) ?? 0) - 1
      if (left > 0) open.set(network, left)
      else open.delete(network)
    })
    if (count > connectionsOfNetworkMax) socket.destroy()
  })
}
