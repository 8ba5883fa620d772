import * as z from 'zod'
import { koboFromText, zeroKobo } from '#core/money.ts'
import { backupVariables } from './backup/backup-settings.ts'
import { CannotStart } from './cannot-start.ts'
import { openIdProblem, openIdVariables } from './credentials/open-id-settings.ts'
import { readHosts } from './db/database-url.ts'
import { trustedProxies } from './http/trusted-proxies.ts'
import { isLoopback } from './limits/network.ts'
import { protectedAddress, webAddress } from './limits/protected-address.ts'
import { paymentNeeds, paymentVariables } from './payments/payment-settings.ts'
import { flag, wholeNumber } from './setting-kinds.ts'
import { smsNeeds, smsProviderRule, smsVariables } from './messages/sms-provider.ts'
import { whatsAppNeeds, whatsAppVariables } from './messages/whatsapp.ts'

/**
 * Whether no one on the way can read what the database is told: it is on this machine, or its address says how the line
 * is protected. Without `sslmode` the driver would speak in the clear.
 */
function isProtectedLine(address: string): boolean {
  const { hosts, only } = readHosts(address)
  if (hosts.length > 1) return hosts.every((host) => isProtectedLine(only(host)))
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

const databaseAddress = z
  .string()
  .regex(/^postgres(ql)?:\/\//, 'must begin with postgresql://')
  .refine(
    isProtectedLine,
    'must end with ?sslmode=verify-full where the database is on another machine, or with ?sslmode=disable where the line to it is encrypted by other means',
  )

function isMailServer(given: string): boolean {
  const url = URL.parse(given)
  return (
    url !== null &&
    /^smtps?:$/.test(url.protocol) &&
    url.hostname !== '' &&
    /^\/?$/.test(url.pathname) &&
    url.search + url.hash === '' &&
    (url.username === '') === (url.password === '')
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

const naira = z
  .string()
  .regex(/^\d{1,9}(?:\.\d{1,2})?$/, 'must be an amount in naira such as 4.50')
  .transform((text) => koboFromText(text) ?? zeroKobo)

const secret = z.string().min(32, 'must have at least 32 characters, such as those of: openssl rand -base64 36')

const environment = z.object({
  AJOSE_ENV: z.enum(['trial', 'production'], { error: 'must be trial or production' }).optional(),
  PORT: wholeNumber(0, 65_535).prefault('3000'),
  HOST: z.string().min(1).default('127.0.0.1'),
  DATA_DIR: z.string().min(1).default('./data'),
  DATABASE_URL: databaseAddress.optional(),
  DATABASE_READ_URL: z
    .string()
    .regex(/^(?:(?!,|target_session_attrs).)*$/, {
      error: 'must name one machine, or a balancer before several, without target_session_attrs',
      abort: true,
    })
    .pipe(databaseAddress)
    .optional(),
  DATABASE_POOL: wholeNumber(2, 100).prefault('32'),
  SUPERADMIN_USERNAME: z
    .string()
    .regex(/^.{3,64}$/, 'must have 3 to 64 characters')
    .default('superadmin'),
  SUPERADMIN_PASSWORD: z
    .string()
    .regex(/^.{6,128}$/s, 'must have 6 to 128 characters')
    .optional(),
  SEED_DEMO: flag.optional(),
  PASSWORD_MIN_LENGTH: wholeNumber(6, 64).optional(),
  APP_SECRET: secret.optional(),
  APP_SECRET_OLD: secret.optional(),
  SMTP_URL: z
    .string()
    .refine(
      isMailServer,
      'must be the address of a mail server, such as smtps://USER:PASSWORD@mail.example.ng or smtp://mail.example.ng:587, with %40 for an @ in the user name',
    )
    .optional(),
  MESSAGES_FROM: z
    .string()
    .regex(
      /^(?:[^<>"\s@,;]+@[a-z0-9.-]+|[^<>"\r\n@,;]{1,60} <[^<>"\s@,;]+@[a-z0-9.-]+>)$/i,
      'must be an email address, such as Ajose <notices@ajose.example>',
    )
    .optional(),
  ...smsVariables,
  ...whatsAppVariables,
  ...paymentVariables,
  SMS_PART_COST: naira.prefault('4'),
  SMS_BALANCE_LOW: naira.prefault('2000'),
  QUIET_HOURS: z
    .string()
    .regex(/^(?:none|(?:1?\d|2[0-3])-(?:1?\d|2[0-3]))$/, 'must be two hours of the day in Lagos such as 21-7, or none')
    .transform((text) => {
      const [from, until] = text.split('-').map(Number)
      return from === undefined || until === undefined ? undefined : { from, until }
    })
    .refine((hours) => hours?.from !== hours?.until || hours === undefined, 'must begin and end at different hours')
    .prefault('21-7'),
  PUBLIC_URL: webAddress
    .refine(
      (text) => /^https?:\/\/[^/]+\/?$/.test(text),
      'must be an address without a path, such as https://ajose.example',
    )
    .optional(),
  ...openIdVariables(protectedAddress.optional()),
  TRUSTED_PROXIES: z
    .string()
    .transform((text) => text.split(',').map((each) => each.trim()))
    .refine(areProxies, 'must be addresses or networks such as 10.0.0.0/8, separated by commas')
    .optional(),
  WEBHOOKS_TO_LOOPBACK: flag.optional(),
  ...backupVariables,
  LIVE_STREAMS: wholeNumber(0, 4000).prefault('2000'),
  DRAIN_SECONDS: wholeNumber(0, 15).prefault('0'),
  METRICS_PORT: wholeNumber(0, 65_535).optional(),
  METRICS_HOST: z.string().min(1).default('127.0.0.1'),
  ACCESS_LOG: flag.optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: protectedAddress.optional(),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      error: 'must be fatal, error, warn, info, debug, trace or silent',
    })
    .default('info'),
})

/** The names of all settings, as docs/settings.md describes them. */
export const settingNames = Object.keys(environment.shape)

/** What looks like a setting of ours and is none: a typing error would do nothing, in silence. */
export function unknownSettings(variables: NodeJS.ProcessEnv): string[] {
  return Object.keys(variables).filter((name) => name.startsWith('AJOSE_') && !settingNames.includes(name))
}

export type Config = Omit<z.output<typeof environment>, 'PASSWORD_MIN_LENGTH'> & { PASSWORD_MIN_LENGTH: number }

/** The specification's six for who tries it out, eight where real people log in. */
const passwordLengths = { trial: 6, elsewhere: 8 }

/** Whether only this machine can reach the server: it listens on loopback and no other address of it was made known. */
export function isLocal({ HOST, PUBLIC_URL }: Pick<Config, 'HOST' | 'PUBLIC_URL'>): boolean {
  return isLoopback(HOST) && (PUBLIC_URL === undefined || isLoopback(new URL(PUBLIC_URL).hostname))
}

/** Whether this is a trial: the embedded database, for this machine alone. */
export function isTrial(config: Pick<Config, 'AJOSE_ENV' | 'DATABASE_URL' | 'HOST' | 'PUBLIC_URL'>): boolean {
  return config.AJOSE_ENV !== 'production' && config.DATABASE_URL === undefined && isLocal(config)
}

/** What a server that holds people's money lacks: each a sentence that says what to set. */
function lacksForProduction(config: z.output<typeof environment>): string[] {
  const { PUBLIC_URL, APP_SECRET, DATABASE_URL, BACKUP_URL, SMS_PROVIDER, SEED_DEMO } = config
  const isPublic = PUBLIC_URL?.startsWith('https://') && !isLoopback(new URL(PUBLIC_URL).hostname)
  return [
    !isPublic && 'Set PUBLIC_URL to the address that people use, beginning with https://.',
    !APP_SECRET &&
      'Set APP_SECRET to a long random text (openssl rand -base64 36), and keep a copy of it off this machine.',
    !DATABASE_URL &&
      !BACKUP_URL &&
      'Set BACKUP_URL and BACKUP_KEY, so that the database is backed up (docs/backup.md), or DATABASE_URL to a PostgreSQL of your own that is.',
    !SMS_PROVIDER &&
      'Set SMS_PROVIDER to termii or africastalking, or to none to confirm that SMS go to the file outbox.jsonl only.',
    SEED_DEMO && 'Remove SEED_DEMO=1: the passwords of the sample cooperative are published.',
  ].filter((each) => typeof each === 'string')
}

/** Reads the environment once. Throws CannotStart: a sentence that names the bad value, or the list of what production lacks. */
export function readConfig(variables: NodeJS.ProcessEnv): Config {
  // A variable that is set to nothing counts as absent, as shells and compose files write it.
  const present = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''))
  const result = environment.safeParse(present)
  if (result.success) {
    const openId = openIdProblem(result.data)
    if (openId) throw unusable(...openId)
    if (result.data.DATABASE_READ_URL !== undefined && result.data.DATABASE_URL === undefined)
      throw unusable('DATABASE_READ_URL', 'it is a replica of the database in DATABASE_URL')
    if (result.data.APP_SECRET_OLD !== undefined && result.data.APP_SECRET === undefined)
      throw unusable('APP_SECRET_OLD', 'it is read beside a new APP_SECRET only')
    if (result.data.SMTP_URL !== undefined && result.data.MESSAGES_FROM === undefined)
      throw unusable('MESSAGES_FROM', 'it is needed beside SMTP_URL: the address from which email is sent')
    for (const provider of result.data.SMS_PROVIDER ?? []) {
      const needed = smsNeeds[provider].find((name) => result.data[name] === undefined)
      if (needed) throw unusable(needed, `it is needed beside SMS_PROVIDER=${provider}`)
    }
    const forWhatsApp = whatsAppNeeds.find((name) => result.data[name] === undefined)
    if (result.data.WHATSAPP_PHONE_NUMBER_ID !== undefined && forWhatsApp)
      throw unusable(forWhatsApp, 'it is needed beside WHATSAPP_PHONE_NUMBER_ID')
    if (result.data.WEBHOOKS_TO_LOOPBACK && !isTrial(result.data))
      throw unusable(
        'WEBHOOKS_TO_LOOPBACK',
        'it is for a trial only: a webhook could read what else runs on this machine',
      )
    refusePaymentSettings(result.data)
    const lacks = result.data.AJOSE_ENV === 'production' ? lacksForProduction(result.data) : []
    if (lacks.length > 0) throw new CannotStart(['AJOSE_ENV=production needs more settings:', ...lacks].join('\n  - '))
    const { PASSWORD_MIN_LENGTH = isTrial(result.data) ? passwordLengths.trial : passwordLengths.elsewhere } =
      result.data
    return { ...result.data, PASSWORD_MIN_LENGTH }
  }
  const [issue] = result.error.issues
  const [variable = ''] = issue?.path ?? []
  throw unusable(String(variable), variable === 'SMS_PROVIDER' ? smsProviderRule : (issue?.message ?? ''))
}

function unusable(variable: string, why: string): CannotStart {
  return new CannotStart(`The environment variable ${variable} can't be used: ${why}`)
}

/** Half a provider, and settings of another than the one that is named. */
function refusePaymentSettings(config: Omit<Config, 'PASSWORD_MIN_LENGTH'>): void {
  const { PAYMENT_PROVIDER: provider, AJOSE_ENV: environment } = config
  if (provider === 'sandbox' && !isTrial(config))
    throw unusable('PAYMENT_PROVIDER', 'sandbox is for a trial only: its payments move no money')
  for (const [name, needed] of Object.entries(paymentNeeds)) {
    const beside = `PAYMENT_PROVIDER=${name}`
    const lacking = needed.find((setting) => config[setting] === undefined)
    const without = needed.find((setting) => config[setting] !== undefined)
    if (provider === name && lacking) throw unusable(lacking, `it is needed beside ${beside}`)
    if (provider === name && config.PUBLIC_URL === undefined)
      throw unusable('PUBLIC_URL', `it is needed beside ${beside}: payers come back to it`)
    if (provider !== name && without) throw unusable(without, `it means nothing without ${beside}`)
  }
  if (provider !== 'paystack' && config.PAYSTACK_ACCOUNT_BANK !== undefined)
    throw unusable('PAYSTACK_ACCOUNT_BANK', 'it means nothing without PAYMENT_PROVIDER=paystack')
  const test = testKeys.find(([setting, begins]) => config[setting]?.startsWith(begins))
  if (environment === 'production' && test) throw unusable(test[0], 'it is a test key: its payments move no money')
}

const testKeys = [
  ['PAYSTACK_SECRET_KEY', 'sk_test_'],
  ['MONNIFY_API_KEY', 'MK_TEST_'],
  ['FLUTTERWAVE_SECRET_KEY', 'FLWSECK_TEST'],
] as const
