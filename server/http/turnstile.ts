import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { refuse } from '#domain/refusal.ts'

const requestsMax = 400
const largeMax = 4
const usualBytes = 100 * 1024

/**
 * Counts the requests under way and turns more away with 503, health aside: a queue that only grows serves nobody. Large
 * bodies have few places of their own, because reading one takes many times its size in memory.
 */
export function turnstile(): { admit(request: FastifyRequest, endpoint: Endpoint): void; leave(request: FastifyRequest): void } {
  const inside = new WeakMap<FastifyRequest, 'usual' | 'large'>()
  let all = 0
  let large = 0
  return {
    admit(request, endpoint) {
      if (endpoint.path.startsWith('/api/health')) return
      const kind = mayBeLarge(request, endpoint) ? 'large' : 'usual'
      if (all >= requestsMax || (kind === 'large' && large >= largeMax)) refuse('overloaded')
      inside.set(request, kind)
      all += 1
      if (kind === 'large') large += 1
    },
    leave(request) {
      const kind = inside.get(request)
      if (kind === undefined) return
      inside.delete(request)
      all -= 1
      if (kind === 'large') large -= 1
    },
  }
}

/** By what it says of itself; one that does not say may be as large as its endpoint allows. */
function mayBeLarge({ headers }: FastifyRequest, { bodyBytesMax, upload }: Endpoint): boolean {
  if (!bodyBytesMax && !upload) return false
  const announced = headers['content-length']
  return announced === undefined || Number(announced) > usualBytes
}
