import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

const always = { 'x-content-type-options': 'nosniff', 'content-security-policy': "frame-ancestors 'none'" }

/** Two years, as browsers ask of those that are to be reached by TLS only. */
const transportSecurity = { 'strict-transport-security': 'max-age=63072000; includeSubDomains' }

/** On every reply, errors and files included; a page puts its own policy in the place of this one. `publicUrl` is the address that people use. */
export function replyHeaders(publicUrl: string, isEncrypted = false): Record<string, string> {
  return isEncrypted || publicUrl.startsWith('https:') ? { ...always, ...transportSecurity } : always
}

/** Gives each reply the headers that none may lack. */
export function addReplyHeaders(server: FastifyInstance, publicUrl: () => string): void {
  server.addHook('onRequest', async (request, reply) => setReplyHeaders(request, reply, publicUrl()))
}

export function setReplyHeaders(request: FastifyRequest, reply: FastifyReply, publicUrl: string): void {
  reply.headers(replyHeaders(publicUrl, request.protocol === 'https'))
}
