import { createServer, type Server } from 'node:http'
import { exporter } from './instruments.ts'

/** What Prometheus reads, on a port of its own that the outside does not reach: `/metrics` and nothing else. Rejects where the port can't be had. */
export async function serveMetrics(port: number, host: string): Promise<Server> {
  const server = createServer((request, response) => {
    if (request.method === 'GET' && request.url === '/metrics') exporter.getMetricsRequestHandler(request, response)
    else response.writeHead(404).end()
  })
  server.headersTimeout = 5000
  server.requestTimeout = 5000
  server.maxConnections = 32
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  return server
}
