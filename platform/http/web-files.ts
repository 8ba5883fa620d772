import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { pageWith, type SupportContact } from '#features/platform-admin/contact/rules/support-contact.ts'

/** Pages of plain HTML, each a file of its own name; the first page is index.html. */
const publicPages = ['features', 'integrations', 'contact', 'terms', 'privacy', 'security', 'consent']

/** Under these the app says itself what it does not know; every other unknown path leads home. */
const areas = ['/coop', '/coop/*', '/member', '/member/*', '/superadmin', '/superadmin/*']

const contentSecurityPolicy = (styles: string, scripts = "'self'") =>
  [
    "default-src 'none'",
    `script-src ${scripts}`,
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
    // The one policy names the service worker's address (ui/pwa/worker.ts).
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

/** What a file that is no page of its own needs of them: on a slow line the others would weigh more than most files. */
const { 'x-content-type-options': sniffing, 'cross-origin-resource-policy': readers } = pageHeaders
const assetHeaders = { 'x-content-type-options': sniffing, 'cross-origin-resource-policy': readers }

/** The name of a built file: no folder, and no way up. */
const fileName = /^[\w-]+(?:\.[\w-]+)+$/

type WebSettings = {
  sampleData: boolean
  /** Where people reach those who run this installation; undefined until it is entered. Asked with each page, and must not read it each time. */
  contact: () => Promise<SupportContact | undefined>
}

/** Serves the built web app beside the API, on one origin; where there is sample data, the first page says so. */
export function serveWeb(server: FastifyInstance, folder: string, { sampleData, contact }: WebSettings): void {
  const policies = new Map(['index', ...publicPages].map((name) => [`${name}.html`, policyOf(folder, `${name}.html`)]))
  const assets = join(folder, 'assets/')
  void server.register(fastifyStatic, {
    root: folder,
    wildcard: false,
    preCompressed: true,
    index: ['index.html'],
    serveDotFiles: true,
    globIgnore: [
      '.vite/**',
      'assets/**',
      '.well-known/**',
      ...['check', 'index', ...publicPages].map((name) => `${name}.html*`),
    ],
    setHeaders(reply, path) {
      // Names of built files carry a hash of their content; the few others are asked for again.
      const isHashed = path.startsWith(assets)
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
      for (const [name, value] of Object.entries(isHashed ? assetHeaders : pageHeaders)) reply.header(name, value)
      const policy = policies.get(basename(path).replace(/\.br$/, ''))
      if (policy) reply.header('content-security-policy', policy)
    },
  })
  // One route for the thousand of them: a route each would be a fifth of the work of a start.
  server.get<{ Params: { name: string } }>('/assets/:name', ({ params }, reply) =>
    fileName.test(params.name) ? reply.sendFile(`assets/${params.name}`) : reply.callNotFound(),
  )
  for (const name of ['index', ...publicPages]) {
    const built = readFileSync(join(folder, `${name}.html`), 'utf8')
    const page = sampleData ? built.replace('id="sample-data" hidden=""', 'id="sample-data"') : built
    servePublicPage(server, name === 'index' ? '/' : `/${name}`, page, contact, {
      'content-security-policy': policies.get(`${name}.html`),
      'content-type': 'text/html; charset=utf-8',
    })
  }
  const security = '.well-known/security.txt'
  servePublicPage(server, `/${security}`, readFileSync(join(folder, security), 'utf8'), contact, {
    'content-type': 'text/plain; charset=utf-8',
  })
  const app = join(folder, 'app.html')
  if (!existsSync(app)) throw new Error(`${app} is missing: run npm run build`)
  const page = readFileSync(app, 'utf8')
  const firstFiles = JSON.parse(readFileSync(join(folder, '.vite/first-files.json'), 'utf8')) as Record<
    string,
    FirstFiles
  >
  for (const [path, files] of Object.entries(firstFiles)) {
    const route = path.replaceAll(/\$(\w+)/g, ':$1')
    // Under a known path the page says in its head what it will need, so that nothing is asked for in waves.
    servePage(server, route, page.replace('</head>', `${linksTo(files)}</head>`))
  }
  for (const path of areas) servePage(server, path, page)
}

/** What `tools/first-files.ts` writes for each path. */
type FirstFiles = { scripts: string[]; styles: string[] }

function linksTo({ scripts, styles }: FirstFiles): string {
  return [
    ...styles.map((file) => `<link rel="stylesheet" crossorigin href="${file}">`),
    ...scripts.map((file) => `<link rel="modulepreload" crossorigin href="${file}">`),
  ].join('')
}

function servePage(
  server: FastifyInstance,
  path: string,
  page: string,
  ownHeaders: Record<string, string | undefined> = {},
): void {
  if (server.hasRoute({ method: 'GET', url: path })) return
  // With the first visitor who takes it: of many pages few are asked for soon, and a start waits for none.
  let packed: Buffer | undefined
  server.get(path, (request, reply) => {
    reply
      .headers({ ...pageHeaders, ...ownHeaders, 'cache-control': 'no-cache', vary: 'accept-encoding' })
      .type('text/html; charset=utf-8')
    const takesBrotli = /\bbr\b/.test(String(request.headers['accept-encoding'] ?? ''))
    return takesBrotli
      ? reply.header('content-encoding', 'br').send((packed ??= brotliCompressSync(page)))
      : reply.send(page)
  })
}

/** A public page with the contact details of this installation; packed again only when they change. */
function servePublicPage(
  server: FastifyInstance,
  path: string,
  built: string,
  contact: () => Promise<SupportContact | undefined>,
  ownHeaders: Record<string, string | undefined>,
): void {
  let made: { shown: SupportContact | undefined; of: string; page: string; tag: string; packed?: Buffer } | undefined
  server.get(path, async (request, reply) => {
    // Where it can't be read now, the page is shown as it was last.
    const shown = await contact().catch(() => made?.shown)
    const of = JSON.stringify(shown ?? null)
    if (made?.of !== of) {
      const page = shown ? pageWith(built, shown) : built
      made = { shown, of, page, tag: `"${createHash('sha256').update(page).digest('base64url')}"` }
    }
    const { page, tag } = made
    void reply.headers({
      ...pageHeaders,
      ...ownHeaders,
      'cache-control': 'no-cache',
      vary: 'accept-encoding',
      etag: tag,
    })
    if (request.headers['if-none-match'] === tag) return reply.code(304).send()
    return /\bbr\b/.test(String(request.headers['accept-encoding'] ?? ''))
      ? reply.header('content-encoding', 'br').send((made.packed ??= brotliCompressSync(page)))
      : reply.send(page)
  })
}

/** A public page carries its one style sheet in itself and names it by its hash, so that no other style is taken. */
function policyOf(folder: string, fileName: string): string {
  return policyFor(readFileSync(join(folder, fileName), 'utf8'))
}

/** The policy of a page that carries its style in itself; `scripts` says whose may run. */
export function policyFor(page: string, scripts?: string): string {
  const [style = ''] = (page.split('<style>')[1] ?? '').split('</style>')
  return contentSecurityPolicy(`'sha256-${createHash('sha256').update(style).digest('base64')}'`, scripts)
}
