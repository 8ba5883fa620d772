import * as z from 'zod'
import { backupVariables } from './backup/backup-settings.ts'
import { trustedProxies } from './http/trusted-proxies.ts'
import { isLoopback } from './limits/network.ts'

const flag = z.enum(['0', '1']).transform((value) => value === '1')

/** An origin without a path; plain http is for this machine only. */
const webAddress = z.url({ protocol: /^https?$/, error: 'must be an address such as https://ajose.example' })
const isSafe = (address: string) =>
  address.startsWith('https:') || /^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?:[:/]|$)/.test(address)

/**
 * Whether no one on the way can read what the database is told: it is on this machine, or its address says how the line
 * is protected. Without `sslmode` the driver would speak in the clear.
 */
function isProtectedLine(address: string): boolean {
  // Without a host it is this machine, which URL can't say of http.
  const rest = address.replace(/^postgres(?:ql)?:\/\/(?:[^@/]*@)?/, '')
  const url = URL.parse(`http://${/^[/?]|^$/.test(rest) ? 'localhost' : ''}${rest}`)
  if (url === null) return false
  const host = url.searchParams.get('host') ?? url.hostname
  return (
    isLoopback(host) ||
    host.startsWith('/') ||
    ['verify-full', 'disable'].includes(url.searchParams.get('sslmode') ?? '')
  )
}

function areProxies(given: readonly string[]): boolean {
  try {
    trustedProxies(given)
    return true
  } catch {
    return false
  }
}

const environment = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  DATA_DIR: z.string().min(1).default('./data'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must begin with postgresql://')
    .refine(
      isProtectedLine,
      'must end with ?sslmode=verify-full where the database is on another machine, or with ?sslmode=disable where the line to it is encrypted by other means',
    )
    .optional(),
  DATABASE_POOL: z.coerce.number().int().min(2).max(100).default(32),
  SUPERADMIN_USERNAME: z.string().min(3).max(64).default('superadmin'),
  SUPERADMIN_PASSWORD: z.string().min(6).max(128).optional(),
  SEED_DEMO: flag.optional(),
  PASSWORD_MIN_LENGTH: z.coerce.number().int().min(6).max(64).optional(),
  APP_SECRET: z.string().min(32).optional(),
  PUBLIC_URL: webAddress
    .refine(
      (text) => /^https?:\/\/[^/]+\/?$/.test(text),
      'must be an address without a path, such as https://ajose.example',
    )
    .optional(),
  OIDC_ISSUER: webAddress.refine(isSafe, 'must begin with https://').optional(),
  OIDC_CLIENT_ID: z.string().min(1).optional(),
  OIDC_CLIENT_SECRET: z.string().min(1).optional(),
  OIDC_NAME: z.string().min(1).max(40).optional(),
  TRUSTED_PROXIES: z
    .string()
    .transform((text) => text.split(',').map((each) => each.trim()))
    .refine(areProxies, 'must be addresses or networks such as 10.0.0.0/8, separated by commas')
    .optional(),
  ...backupVariables,
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
})

export type Config = Omit<z.output<typeof environment>, 'PASSWORD_MIN_LENGTH'> & { PASSWORD_MIN_LENGTH: number }

/** The specification's six for who tries it out, eight where real people log in. */
const passwordLengths = { trial: 6, elsewhere: 8 }

/** Whether only this machine can reach the server: it listens on loopback and no other address of it was made known. */
export function isLocal({ HOST, PUBLIC_URL }: Pick<Config, 'HOST' | 'PUBLIC_URL'>): boolean {
  return isLoopback(HOST) && (PUBLIC_URL === undefined || isLoopback(new URL(PUBLIC_URL).hostname))
}

/** Whether this is a trial: the embedded database, for this machine alone. */
export function isTrial(config: Pick<Config, 'DATABASE_URL' | 'HOST' | 'PUBLIC_URL'>): boolean {
  return config.DATABASE_URL === undefined && isLocal(config)
}

/** Reads the environment once; a bad value stops the start with a sentence that names it. */
export function readConfig(variables: NodeJS.ProcessEnv): Config {
  // A variable that is set to nothing counts as absent, as shells and compose files write it.
  const present = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''))
  const result = environment.safeParse(present)
  if (result.success) {
    const missing = (['OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'PUBLIC_URL'] as const).find(
      (name) => result.data.OIDC_ISSUER !== undefined && result.data[name] === undefined,
    )
    if (missing) throw new Error(`The environment variable ${missing} can't be used: it is needed beside OIDC_ISSUER`)
    const alone = (['OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'OIDC_NAME'] as const).find(
      (name) => result.data.OIDC_ISSUER === undefined && result.data[name] !== undefined,
    )
    if (alone) throw new Error(`The environment variable ${alone} can't be used: it means nothing without OIDC_ISSUER`)
    const { PASSWORD_MIN_LENGTH = isTrial(result.data) ? passwordLengths.trial : passwordLengths.elsewhere } =
      result.data
    return { ...result.data, PASSWORD_MIN_LENGTH }
  }
  const [issue] = result.error.issues
  throw new Error(`The environment variable ${issue?.path.join('.')} can't be used: ${issue?.message}`)
}
