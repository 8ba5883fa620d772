import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'

/** Pages of plain HTML, each a file of its own name; the first page is index.html. */
const publicPages = ['features', 'integrations', 'contact', 'terms', 'privacy', 'security']

/** Paths at which the React app stands; every other unknown path leads home. */
const appPaths = [
  '/pwa',
  '/pwa-full',
  '/login',
  '/member-login',
  '/super-admin/login',
  '/signup',
  '/sign-in',
  '/forgot-password',
  '/pending-verification',
  '/coop',
  '/coop/*',
  '/member',
  '/member/*',
  '/superadmin',
  '/superadmin/*',
]

const contentSecurityPolicy = (styles: string) => [
  "default-src 'none'",
  "script-src 'self'",
  `style-src ${styles}`,
  "img-src 'self' blob: data:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "object-src 'none'",
  "require-trusted-types-for 'script'",
  // The one policy names the service worker's address (web/pwa/worker.ts).
  'trusted-types service-worker',
].join('; ')

export const pageHeaders = {
  // Components may set inline styles (widths of bars, positions of menus); scripts never.
  'content-security-policy': contentSecurityPolicy("'self' 'unsafe-inline'"),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
}

/** Serves the built web app beside the API, on one origin. */
export function serveWeb(server: FastifyInstance, folder: string): void {
  const policies = new Map(['index', ...publicPages].map((name) => [`${name}.html`, policyOf(folder, `${name}.html`)]))
  void server.register(fastifyStatic, {
    root: folder,
    wildcard: false,
    preCompressed: true,
    index: ['index.html'],
    serveDotFiles: true,
    globIgnore: ['.vite/**'],
    setHeaders(reply, path) {
      // Names of built files carry a hash of their content; the few others are asked for anew.
      const isHashed = path.includes('/assets/')
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
      for (const [name, value] of Object.entries(pageHeaders)) reply.header(name, value)
      const policy = policies.get(basename(path).replace(/\.br$/, ''))
      if (policy) reply.header('content-security-policy', policy)
    },
  })
  for (const name of publicPages) server.get(`/${name}`, (_request, reply) => reply.sendFile(`${name}.html`))
  const app = join(folder, 'app.html')
  if (!existsSync(app)) throw new Error(`${app} is missing: run npm run build`)
  const page = readFileSync(app)
  const sendApp = (_request: unknown, reply: FastifyReply) =>
    reply.headers({ ...pageHeaders, 'cache-control': 'no-cache' }).type('text/html; charset=utf-8').send(page)
  for (const path of appPaths) server.get(path, sendApp)
}

/** A public page carries its one style sheet in itself and names it by its hash, so that no other style is taken. */
function policyOf(folder: string, fileName: string): string {
  const [, style = ''] = /<style>(.*?)<\/style>/s.exec(readFileSync(join(folder, fileName), 'utf8')) ?? []
  return contentSecurityPolicy(`'sha256-${createHash('sha256').update(style).digest('base64')}'`)
}
