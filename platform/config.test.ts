import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { isTrial, readConfig, settingNames, unknownSettings } from './config.ts'
import { openPayments } from './payments/open-payments.ts'

const provider = {
  OIDC_ISSUER: 'https://id.example',
  OIDC_CLIENT_ID: 'ajose',
  OIDC_CLIENT_SECRET: 'secret',
  PUBLIC_URL: 'https://ajose.example',
}

test('docs/settings.md has every setting that is read, and none that is not', () => {
  const page = readFileSync('docs/settings.md', 'utf8')
  const named = new Set([...page.matchAll(/`([A-Z][A-Z0-9_]+)`/g)].map(([, name = '']) => name))
  // A second and a third provider of identities have the names of the first; backups have a page of their own.
  const described = settingNames.filter((name) => !/^OIDC_[23]_/.test(name))
  const backup = readFileSync('docs/backup.md', 'utf8')
  expect(described.filter((name) => !named.has(name) && !backup.includes(`\`${name}\``))).toEqual([])
  expect([...named].filter((name) => !settingNames.includes(name) && !/^OIDC_$|^OIDC_[23]_$/.test(name))).toEqual([])
})

test.each([
  ['PORT', 'abc', 'must be a whole number from 0 to 65535'],
  ['PORT', '70000', 'must be a whole number from 0 to 65535'],
  ['DATABASE_POOL', '1', 'must be a whole number from 2 to 100'],
  ['BACKUP_KEEP_DAYS', '1.5', 'must be a whole number from 1 to 3650'],
  ['SEED_DEMO', 'yes', 'must be 0 or 1'],
  ['LOG_LEVEL', 'loud', 'must be fatal, error, warn, info, debug, trace or silent'],
  ['SUPERADMIN_USERNAME', 'a', 'must have 3 to 64 characters'],
  ['SUPERADMIN_PASSWORD', 'short', 'must have 6 to 128 characters'],
  ['AJOSE_ENV', 'prod', 'must be trial or production'],
])('%s=%s is refused in words', (name, value, why) => {
  expect(() => readConfig({ [name]: value })).toThrow(`The environment variable ${name} can't be used: ${why}`)
})

test('a setting that is written wrong is named, and one of another program is not', () => {
  const { PORT, DATABASE_POOL, BACKUP_KEEP_DAYS } = readConfig({})
  expect([PORT, DATABASE_POOL, BACKUP_KEEP_DAYS]).toEqual([3000, 32, 14])
  expect(unknownSettings({ AJOSE_ENVIRONMENT: 'production', AJOSE_ENV: 'trial', PATH: '/bin' })).toEqual([
    'AJOSE_ENVIRONMENT',
  ])
})

test('a provider of identities is set whole or not at all', () => {
  expect(readConfig(provider)).toMatchObject(provider)
  for (const name of ['OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'PUBLIC_URL']) {
    expect(() => readConfig({ ...provider, [name]: '' }), name).toThrow(
      `The environment variable ${name} can't be used: it is needed beside OIDC_ISSUER`,
    )
  }
  expect(() => readConfig({ OIDC_CLIENT_SECRET: 'secret' })).toThrow(
    "The environment variable OIDC_CLIENT_SECRET can't be used: it means nothing without OIDC_ISSUER",
  )
  expect(readConfig({ PUBLIC_URL: 'https://ajose.example' }).OIDC_ISSUER).toBeUndefined()
  const second = { OIDC_2_ISSUER: 'https://other.example', OIDC_2_CLIENT_ID: 'ajose', OIDC_2_CLIENT_SECRET: 'other' }
  expect(readConfig({ ...provider, ...second })).toMatchObject({ ...provider, ...second })
  expect(() => readConfig({ ...provider, ...second, OIDC_2_CLIENT_ID: '' })).toThrow(
    "The environment variable OIDC_2_CLIENT_ID can't be used: it is needed beside OIDC_2_ISSUER",
  )
  expect(() => readConfig({ ...provider, OIDC_3_NAME: 'Third' })).toThrow(
    "The environment variable OIDC_3_NAME can't be used: it means nothing without OIDC_3_ISSUER",
  )
  expect(() => readConfig({ ...provider, ...second, OIDC_2_NAME: 'id.example' })).toThrow(
    "The environment variable OIDC_2_NAME can't be used: each provider needs a name of its own",
  )
})

// ASVS V6.2.1
test('the shortest password is the six of the specification in a trial and eight where others come in, unless it is set', () => {
  const lengthOf = (variables: NodeJS.ProcessEnv) => readConfig(variables).PASSWORD_MIN_LENGTH
  for (const trial of [{}, { HOST: 'localhost' }, { PUBLIC_URL: 'http://localhost:3000' }])
    expect([trial, lengthOf(trial)]).toEqual([trial, 6])
  for (const reached of [
    { HOST: '0.0.0.0' },
    { PUBLIC_URL: 'https://ajose.example' },
    { DATABASE_URL: 'postgres://db.example/ajose?sslmode=verify-full' },
    { HOST: '0.0.0.0', SEED_DEMO: '1' },
  ]) {
    expect([reached, lengthOf(reached)]).toEqual([reached, 8])
    expect(lengthOf({ ...reached, PASSWORD_MIN_LENGTH: '12' })).toBe(12)
  }
})

// ASVS V15.3.4
test('proxies are addresses and networks', () => {
  expect(readConfig({ TRUSTED_PROXIES: '10.0.0.0/8, 192.0.2.7' }).TRUSTED_PROXIES).toEqual(['10.0.0.0/8', '192.0.2.7'])
  expect(() => readConfig({ TRUSTED_PROXIES: 'nginx' })).toThrow(
    "The environment variable TRUSTED_PROXIES can't be used: must be addresses or networks such as 10.0.0.0/8, separated by commas",
  )
})

// ASVS V12.3.1
test('an address that would send people’s sign-ins in the clear, or that is none, stops the start', () => {
  expect(() => readConfig({ ...provider, OIDC_ISSUER: 'http://id.example' })).toThrow(
    "The environment variable OIDC_ISSUER can't be used: must begin with https://",
  )
  expect(readConfig({ ...provider, OIDC_ISSUER: 'http://127.0.0.1:4000/issuer' }).OIDC_ISSUER).toBe(
    'http://127.0.0.1:4000/issuer',
  )
  expect(() => readConfig({ ...provider, PUBLIC_URL: 'ajose.example' })).toThrow(
    'must be an address such as https://ajose.example',
  )
  expect(() => readConfig({ ...provider, PUBLIC_URL: 'https://ajose.example/app' })).toThrow(
    'must be an address without a path',
  )
})

// ASVS V12.3.1
test('traces and backups go to this machine or by TLS, else the server does not start', () => {
  for (const name of ['OTEL_EXPORTER_OTLP_ENDPOINT', 'AWS_ENDPOINT_URL'] as const) {
    for (const given of [
      'https://store.example',
      'http://localhost:4318',
      'http://127.0.0.1:9000',
      'http://[::1]:9000',
    ])
      expect(readConfig({ [name]: given })[name]).toBe(given)
    for (const given of ['http://store.example', 'http://10.0.0.4:4318', 'http://localhost:1@store.example'])
      expect(() => readConfig({ [name]: given }), given).toThrow(
        `The environment variable ${name} can't be used: must begin with https://, except for an address of this machine`,
      )
    expect(() => readConfig({ [name]: 'store.example' })).toThrow('must be an address such as https://ajose.example')
  }
})

// ASVS V12.3.1, V12.3.2
test('a database on another machine is reached by TLS that proves who it is, or in so many words without', () => {
  const why = (DATABASE_URL: string) => {
    try {
      readConfig({ DATABASE_URL })
      return undefined
    } catch (error) {
      return (error as Error).message
    }
  }
  const local = [
    'postgresql://localhost/ajose',
    'postgres://u:p@127.0.0.1:5432/ajose',
    'postgresql://[::1]/ajose',
    'postgresql:///ajose',
    'postgresql:///ajose?host=/var/run/postgresql',
    'postgresql://u:p@/ajose?host=/run/pg',
  ]
  const protectedLine = [
    'postgresql://db.example/ajose?sslmode=verify-full',
    'postgresql://u:p@db.example:6432/ajose?sslmode=disable',
  ]
  expect([...local, ...protectedLine].map((url) => [url, why(url)])).toEqual(
    [...local, ...protectedLine].map((url) => [url, undefined]),
  )
  const open = [
    'postgresql://db.example/ajose',
    'postgres://10.0.0.4/ajose',
    'postgresql:///ajose?host=db.example',
    'postgresql://localhost/ajose?host=db.example',
    'postgresql://db.example/ajose?sslmode=prefer',
    'postgresql://db.example/ajose?sslmode=require',
    'postgresql://db.example/ajose?sslmode=no-verify',
  ]
  for (const url of open)
    expect([url, why(url)]).toEqual([
      url,
      expect.stringContaining("DATABASE_URL can't be used: must end with ?sslmode=verify-full"),
    ])
})

test('webhooks lead to this machine in a trial alone', () => {
  expect(readConfig({ WEBHOOKS_TO_LOOPBACK: '1' }).WEBHOOKS_TO_LOOPBACK).toBe(true)
  expect(readConfig({}).WEBHOOKS_TO_LOOPBACK).toBeUndefined()
  for (const each of [{ HOST: '0.0.0.0' }, { PUBLIC_URL: 'https://ajose.example' }])
    expect(() => readConfig({ WEBHOOKS_TO_LOOPBACK: '1', ...each })).toThrow(/it is for a trial only/)
})

// ASVS V12.3.1
test('members pay in a sandbox in a trial alone, and elsewhere by a provider with a key that moves money', () => {
  const why = (variables: NodeJS.ProcessEnv) => {
    try {
      readConfig(variables)
      return undefined
    } catch (error) {
      return (error as Error).message.replace('The environment variable ', '')
    }
  }
  const key = 'sk_live_0123456789abcdef'
  const paystack = { PAYMENT_PROVIDER: 'paystack', PAYSTACK_SECRET_KEY: key, PUBLIC_URL: 'https://ajose.example' }
  expect(why(paystack)).toBeUndefined()
  expect(why({ PAYMENT_PROVIDER: 'sandbox' })).toBeUndefined()
  const elsewhere = [
    { PUBLIC_URL: 'https://ajose.example' },
    { HOST: '0.0.0.0' },
    { DATABASE_URL: 'postgresql://localhost/ajose' },
  ]
  for (const each of elsewhere)
    expect(why({ PAYMENT_PROVIDER: 'sandbox', ...each })).toBe(
      "PAYMENT_PROVIDER can't be used: sandbox is for a trial only: its payments move no money",
    )
  expect(why({ ...paystack, PAYSTACK_SECRET_KEY: '' })).toMatch(/^PAYSTACK_SECRET_KEY can't be used: it is needed/)
  expect(why({ ...paystack, PUBLIC_URL: '' })).toMatch(/^PUBLIC_URL can't be used: it is needed/)
  expect(why({ ...paystack, PAYSTACK_SECRET_KEY: 'pk_live_0123456789' })).toMatch(/must be a secret key of Paystack/)
  expect(why({ ...paystack, PAYSTACK_URL: 'http://api.paystack.co' })).toMatch(/^PAYSTACK_URL/)
  expect(why({ PAYSTACK_SECRET_KEY: key })).toMatch(/it means nothing without/)
  expect(why({ PAYSTACK_ACCOUNT_BANK: 'wema-bank' })).toMatch(/it means nothing without/)
  expect(why({ ...paystack, PAYSTACK_ACCOUNT_BANK: 'wema-bank' })).toBeUndefined()
  expect(why({ ...paystack, PAYSTACK_ACCOUNT_BANK: 'Wema Bank' })).toMatch(/must be the name of a bank/)
  expect(why({ PAYMENT_PROVIDER: 'stripe' })).toMatch(/must be none, paystack/)
  const others = [
    {
      PAYMENT_PROVIDER: 'monnify',
      MONNIFY_API_KEY: 'MK_PROD_0123456789',
      MONNIFY_SECRET_KEY: '0123456789ABCDEFGHIJKLMNOPQRSTUV',
      MONNIFY_CONTRACT_CODE: '1234567890',
    },
    {
      PAYMENT_PROVIDER: 'flutterwave',
      FLUTTERWAVE_SECRET_KEY: 'FLWSECK-0123456789abcdef-X',
      FLUTTERWAVE_SECRET_HASH: '0123456789abcdef0123456789abcdef',
    },
  ]
  for (const { PAYMENT_PROVIDER: name, ...keys } of others) {
    const whole = { PAYMENT_PROVIDER: name, PUBLIC_URL: 'https://ajose.example', ...keys }
    expect(why(whole)).toBeUndefined()
    expect(why({ ...whole, PUBLIC_URL: '' })).toMatch(/^PUBLIC_URL can't be used: it is needed/)
    for (const each of Object.keys(keys)) {
      expect(why({ ...whole, [each]: '' })).toBe(`${each} can't be used: it is needed beside PAYMENT_PROVIDER=${name}`)
      expect(why({ ...whole, [each]: '?' })).toMatch(new RegExp(`^${each}.*must be`, 's'))
    }
    expect(why({ ...paystack, ...keys })).toMatch(/it means nothing without PAYMENT_PROVIDER=/)
  }
  const production = {
    AJOSE_ENV: 'production',
    APP_SECRET: 'k'.repeat(32),
    DATABASE_URL: 'postgresql://localhost/ajose',
    SMS_PROVIDER: 'none',
  }
  expect(why({ ...production, ...paystack })).toBeUndefined()
  expect(why({ ...production, ...paystack, PAYSTACK_SECRET_KEY: 'sk_test_0123456789abcdef' })).toMatch(
    /it is a test key/,
  )
  const monnify = {
    PAYMENT_PROVIDER: 'monnify',
    PUBLIC_URL: 'https://ajose.example',
    MONNIFY_API_KEY: 'MK_TEST_0123456789',
    MONNIFY_SECRET_KEY: '0123456789ABCDEFGHIJKLMNOPQRSTUV',
    MONNIFY_CONTRACT_CODE: '1234567890',
  }
  expect(why(monnify)).toBeUndefined()
  expect(why({ ...production, ...monnify })).toMatch(/^MONNIFY_API_KEY can't be used: it is a test key/)
})

test('the provider of payments is the sandbox in a trial that names none, and nothing elsewhere', () => {
  const opened = (variables: NodeJS.ProcessEnv) =>
    openPayments(readConfig(variables), () => 'http://127.0.0.1').provider
  expect(opened({})).toMatchObject({ name: 'sandbox', needsSubaccount: false })
  expect(opened({ PAYMENT_PROVIDER: 'none' })).toBeUndefined()
  expect(opened({ DATABASE_URL: 'postgresql://localhost/ajose' })).toBeUndefined()
})

// ASVS V12.2.1
test('production starts with all that it needs, and is no trial even where only this machine reaches the server', () => {
  const production = {
    AJOSE_ENV: 'production',
    PUBLIC_URL: 'https://ajose.example',
    APP_SECRET: 'k'.repeat(32),
    DATABASE_URL: 'postgresql://localhost/ajose',
    SMS_PROVIDER: 'none',
  }
  const lacks = (variables: NodeJS.ProcessEnv) => {
    try {
      readConfig(variables)
      return []
    } catch (error) {
      return [...(error as Error).message.matchAll(/^ {2}- (?:Set|Remove) (\w+)/gm)].map(([, name]) => name)
    }
  }
  expect(isTrial(readConfig(production))).toBe(false)
  expect(isTrial({ AJOSE_ENV: 'production', HOST: '127.0.0.1' })).toBe(false)
  expect(lacks({ ...production, DATABASE_URL: '' })).toEqual(['BACKUP_URL'])
  expect(lacks({ ...production, DATABASE_URL: '', BACKUP_URL: '/mnt/backup', BACKUP_KEY: 'k'.repeat(32) })).toEqual([])
  for (const name of ['PUBLIC_URL', 'APP_SECRET', 'SMS_PROVIDER'])
    expect([name, lacks({ ...production, [name]: '' })]).toEqual([name, [name]])
  for (const address of ['http://ajose.example', 'https://localhost', 'https://127.0.0.1:8443'])
    expect([address, lacks({ ...production, PUBLIC_URL: address })]).toEqual([address, ['PUBLIC_URL']])
  expect(lacks({ ...production, SEED_DEMO: '1' })).toEqual(['SEED_DEMO'])
  expect(() => readConfig({ ...production, AJOSE_ENV: 'prod' })).toThrow(
    "The environment variable AJOSE_ENV can't be used: must be trial or production",
  )
  expect(() => readConfig({ APP_SECRET_OLD: 'k'.repeat(32) })).toThrow('it is read beside a new APP_SECRET only')
})

test('a mail server is an address with both of name and password or neither, and needs an address to send from', () => {
  const mail = {
    SMTP_URL: 'smtps://ajose%40mail:p%40ss@mail.example.ng',
    MESSAGES_FROM: 'Ajose <notices@ajose.example>',
  }
  expect(readConfig(mail)).toMatchObject(mail)
  for (const url of ['smtp://mail.example.ng:587', 'smtp://127.0.0.1:2525/', 'smtps://[::1]:465'])
    expect(readConfig({ ...mail, SMTP_URL: url }).SMTP_URL).toBe(url)
  for (const url of [
    'mail.example.ng',
    'https://mail.example.ng',
    'smtp://',
    'smtp://ajose@mail.example.ng',
    'smtp://a:hunter2@mail/x',
  ])
    expect(() => readConfig({ ...mail, SMTP_URL: url }), url).toThrow(
      /^The environment variable SMTP_URL can't be used: must be the address of a mail server, such as smtps:\/\/USER:PASSWORD@mail\.example\.ng or smtp:[^ ]+, with %40 for an @ in the user name$/,
    )
  for (const from of [
    'Ajose',
    'a@b.example, c@d.example',
    'Ajose <a@b.example>\nBcc: c@d.example',
    'Ajose <a b@c.example>',
  ])
    expect(() => readConfig({ ...mail, MESSAGES_FROM: from }), from).toThrow('MESSAGES_FROM')
  expect(() => readConfig({ ...mail, MESSAGES_FROM: '' })).toThrow(
    "The environment variable MESSAGES_FROM can't be used: it is needed beside SMTP_URL: the address from which email is sent",
  )
})
