import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** On every reply, errors and files included; a page puts its own policy in the place of this one. */
export const replyHeaders = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "frame-ancestors 'none'",
}

/** Two years, as browsers ask of those that are to be reached by TLS only. */
const transportSecurity = 'max-age=63072000; includeSubDomains'

/** Gives each reply the headers that none may lack. `publicUrl` is the address that people use. */
export function addReplyHeaders(server: FastifyInstance, publicUrl: () => string): void {
  server.addHook('onRequest', async (request, reply) => setReplyHeaders(request, reply, publicUrl()))
}

export function setReplyHeaders(request: FastifyRequest, reply: FastifyReply, publicUrl: string): void {
  reply.headers(replyHeaders)
  if (request.protocol === 'https' || publicUrl.startsWith('https:')) reply.header('strict-transport-security', transportSecurity)
}
