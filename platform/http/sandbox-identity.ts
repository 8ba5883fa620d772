import { generateKeyPairSync, randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Adapter, AdapterPayload, Interaction, Provider } from 'oidc-provider'
import { callbackPath } from '#platform/credentials/third-party.ts'
import { isLoopback } from '#platform/limits/network.ts'
import { pageHeaders } from './web-files.ts'

export const sandboxPath = '/sandbox-identity'

/** Of this process: no one outside needs to know them. */
export const sandboxClient = { clientId: 'ajose', clientSecret: randomBytes(32).toString('base64url') }

/** Its library comes with the development packages alone, so a trial that was installed without them has no sandbox. */
export const sandboxIsInstalled = (() => {
  try {
    return import.meta.resolve('oidc-provider') !== ''
  } catch {
    return false
  }
})()

const people = [
  { id: 'ada-okafor', name: 'Ada Okafor', email: 'ada.okafor@example.com' },
  { id: 'musa-ibrahim', name: 'Musa Ibrahim', email: 'musa.ibrahim@example.com' },
  { id: 'folake-adeyemi', name: 'Folake Adeyemi', email: 'folake.adeyemi@example.com' },
  { id: 'chidi-nwosu', name: 'Chidi Nwosu', email: 'chidi.nwosu@example.com' },
]

/**
 * An OpenID provider of made-up people on this server, so that signing in with a third party can be tried on a fresh
 * machine. It is no proof of who anybody is; `start.ts` puts it up for the embedded database only.
 */
export function serveSandboxIdentity(server: FastifyInstance, origins: () => readonly string[]): void {
  serveSandboxStyle(server)
  let loading: Promise<Provider> | undefined
  const load = () => (loading ??= createProvider(origins()))
  void server.register(async (sandbox) => {
    // The provider reads forms by itself.
    sandbox.removeAllContentTypeParsers()
    sandbox.addContentTypeParser('*', (_request, _payload, done) => done(null))
    const pass = async (request: FastifyRequest, reply: FastifyReply) => {
      // Through a proxy that was not announced others could sign in as these people.
      if (!isLoopback(request.ip)) return reply.callNotFound()
      const provider = await load()
      reply.hijack()
      for (const [name, value] of Object.entries(sandboxHeaders(origins()))) reply.raw.setHeader(name, value)
      const path = request.url.slice(sandboxPath.length)
      const [, uid, person] = /^\/people\/([\w-]+)(?:\/([\w-]+))?$/.exec(path) ?? []
      if (uid !== undefined) return askWho(provider, request, reply, person)
      // Each sign-in begins with no one, so that one person never has to be signed out for the next.
      request.raw.headers.cookie = (request.raw.headers.cookie ?? '')
        .split('; ')
        .filter((cookie) => cookie.startsWith('_interaction'))
        .join('; ')
      Object.assign(request.raw, { originalUrl: request.url, url: path })
      await provider.callback()(request.raw, reply.raw)
    }
    for (const method of ['GET', 'POST'] as const) sandbox.route({ method, url: `${sandboxPath}/*`, handler: pass })
  })
}

async function askWho(
  provider: Provider,
  request: FastifyRequest,
  { raw }: FastifyReply,
  person: string | undefined,
): Promise<void> {
  try {
    const { uid } = await provider.interactionDetails(request.raw, raw)
    const known = people.find(({ id }) => id === person)
    if (request.method === 'POST' && known)
      return await provider.interactionFinished(request.raw, raw, { login: { accountId: known.id, remember: false } })
    sendPage(
      raw,
      200,
      'Sign in as',
      `<ul>${people.map(({ id, name, email }) => `<li><form method="post" action="${sandboxPath}/people/${uid}/${id}"><button>${name}<small>${email}</small></button></form>`).join('')}</ul>`,
    )
  } catch {
    sendPage(raw, 400, 'Please start again', '<p>This sign-in took too long or was begun in another browser.</p>')
  }
}

async function createProvider(origins: readonly string[]): Promise<Provider> {
  const { Provider: OpenIdProvider } = await import('oidc-provider')
  const key = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' })
  return new OpenIdProvider(`${origins[0]}${sandboxPath}`, {
    adapter: memory(),
    jwks: { keys: [{ ...key, alg: 'ES256', use: 'sig', kid: 'sandbox' }] },
    clients: [
      {
        client_id: sandboxClient.clientId,
        client_secret: sandboxClient.clientSecret,
        token_endpoint_auth_method: 'client_secret_post',
        id_token_signed_response_alg: 'ES256',
        redirect_uris: origins.map((origin) => `${origin}${callbackPath}`),
      },
    ],
    claims: { openid: ['sub'], email: ['email'], profile: ['name'] },
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    cookies: { keys: [randomBytes(32).toString('base64url')] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context: unknown, { uid }: Interaction) => `${sandboxPath}/people/${uid}` },
    ttl: { Interaction: 600, Session: 600, Grant: 600, AccessToken: 600, AuthorizationCode: 60, IdToken: 600 },
    findAccount: (_context: unknown, id: string) => {
      const person = people.find((one) => one.id === id)
      return person && { accountId: id, claims: () => ({ sub: id, email: person.email, name: person.name }) }
    },
    // No one has to consent to being made up.
    async loadExistingGrant({ oidc }) {
      if (!oidc.client || !oidc.session?.accountId) return undefined
      const grant = new oidc.provider.Grant({ clientId: oidc.client.clientId, accountId: oidc.session.accountId })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
    renderError(context) {
      context.type = 'html'
      context.body = page('This did not work', '<p>Go back and start the sign-in again.</p>')
    },
  })
}

/** What a sign-in needs to remember for its ten minutes; the oldest make room, so that no one can fill the memory. */
function memory(): new (model: string) => Adapter {
  const kept = new Map<string, { payload: AdapterPayload; until: number }>()
  const entriesMax = 1000
  return class {
    readonly #model: string
    constructor(model: string) {
      this.#model = model
    }
    #key(id: string): string {
      return `${this.#model} ${id}`
    }
    #first(holds: (payload: AdapterPayload) => boolean): AdapterPayload | undefined {
      for (const [key, { payload, until }] of kept)
        if (key.startsWith(`${this.#model} `) && until > Date.now() && holds(payload)) return payload
      return undefined
    }
    async upsert(id: string, payload: AdapterPayload, seconds: number): Promise<void> {
      kept.delete(this.#key(id))
      kept.set(this.#key(id), { payload, until: Date.now() + seconds * 1000 })
      for (const oldest of kept.keys()) {
        if (kept.size <= entriesMax) break
        kept.delete(oldest)
      }
    }
    async find(id: string): Promise<AdapterPayload | undefined> {
      const entry = kept.get(this.#key(id))
      return entry && entry.until > Date.now() ? entry.payload : undefined
    }
    async findByUid(uid: string): Promise<AdapterPayload | undefined> {
      return this.#first((payload) => payload.uid === uid)
    }
    async findByUserCode(): Promise<undefined> {
      return undefined
    }
    async consume(id: string): Promise<void> {
      const entry = kept.get(this.#key(id))
      if (entry) entry.payload.consumed = Math.floor(Date.now() / 1000)
    }
    async destroy(id: string): Promise<void> {
      kept.delete(this.#key(id))
    }
    async revokeByGrantId(grantId: string): Promise<void> {
      for (const [key, { payload }] of kept) if (payload.grantId === grantId) kept.delete(key)
    }
  }
}

/** As strict as elsewhere, but for a form whose way leads on to the address from which the person came. */
export function sandboxHeaders(origins: readonly string[]): Record<string, string> {
  const policy = `default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'self' ${origins.join(' ')}; frame-ancestors 'none'`
  return { ...pageHeaders, 'content-security-policy': policy, 'cache-control': 'no-store' }
}

const style = `body{margin:0 auto;max-width:28rem;padding:2rem 1rem;font:1rem/1.5 system-ui,sans-serif;color:#14213d;background:#fbf9f4}
ul{list-style:none;padding:0}li{margin:0 0 .75rem}button{display:block;width:100%;padding:.75rem 1rem;border:1px solid #857d6b;border-radius:10px;background:#fff;color:inherit;font:inherit;font-weight:600;text-align:left;cursor:pointer}
button:hover{border-color:#0b6b4e}small{display:block;font-weight:400;color:#5e667e}.mark{padding:.75rem 1rem;border-radius:10px;background:#fdf0d2;color:#7d4e00}a{color:#0b6b4e}
@media(prefers-color-scheme:dark){body{color:#eef1f7;background:#0d1424}button{background:#141d31;border-color:#7383a3}small{color:#97a3bd}.mark{background:#3a2e12;color:#f5c252}a{color:#46c193}}`

function page(title: string, content: string): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title} · Sandbox identity</title>
<link rel="stylesheet" href="${sandboxPath}-style.css"><h1>${title}</h1>
<p class="mark"><strong>This is a sandbox.</strong> These people are made up and prove nothing. It is only where no real identity provider is set up.</p>
${content}<p><a href="/login">Back to the login</a></p></html>`
}

function sendPage(raw: FastifyReply['raw'], status: number, title: string, content: string): void {
  raw.statusCode = status
  raw.setHeader('content-type', 'text/html; charset=utf-8')
  raw.end(page(title, content))
}

/** The page's own style, as a file: its policy allows none inside the page. */
function serveSandboxStyle(server: FastifyInstance): void {
  server.get(`${sandboxPath}-style.css`, (_request, reply) =>
    reply.header('cache-control', 'no-cache').type('text/css; charset=utf-8').send(style),
  )
}
