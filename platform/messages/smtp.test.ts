import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerOptions, type SMTPServerSession } from 'smtp-server'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { queueMessages, type Message } from '#platform/db/messages.ts'
import { startTestApp, type TestApp } from '#dev/testing/app.ts'
import { smtpPort, type SmtpPort } from './smtp.ts'

type Received = { from: string; to: string[]; headers: Map<string, string>; body: string }

function receivedIn({ envelope }: SMTPServerSession, mail: string): Received {
  const [head = '', ...body] = mail.split('\r\n\r\n')
  const lines = head.replaceAll(/\r\n[ \t]+/g, ' ').split('\r\n')
  return {
    from: envelope.mailFrom ? envelope.mailFrom.address : '',
    to: envelope.rcptTo.map(({ address }) => address),
    headers: new Map(
      lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)]),
    ),
    body: body.join('\r\n\r\n'),
  }
}

/** A mail server of this test; `refusing` answers instead of taking the mail. */
async function mailServer(options: SMTPServerOptions = {}, port = 0) {
  const received: Received[] = []
  const state: { onRecipient?: Error; onData?: Error } = {}
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    closeTimeout: 10,
    onAuth: ({ username, password }, _session, done) =>
      username === 'ajose@mail' && password === 'p@ss:word' ? done(null, { user: 'ajose' }) : done(new Error('no')),
    onRcptTo: (_address, _session, done) => done(state.onRecipient),
    onData: (stream, session, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        if (!state.onData) received.push(receivedIn(session, Buffer.concat(chunks).toString()))
        done(state.onData)
      })
    },
    ...options,
  })
  server.on('error', () => {})
  await new Promise<void>((resolve) => {
    server.listen(port, '127.0.0.1', resolve)
  })
  return {
    received,
    state,
    port: (server.server.address() as AddressInfo).port,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
      }),
  }
}

const quotedOf = (quoted: string) => decodeURIComponent(quoted.replaceAll('%', '%25').replaceAll('=', '%'))
const base64Of = (text: string) => Buffer.from(text, 'base64').toString()
/** What RFC 2047 makes of a header that is not ASCII. */
const wordsOf = (header: string) =>
  header.replaceAll(/=\?UTF-8\?([QB])\?([^?]*)\?= ?/gi, (_, kind: string, word: string) =>
    kind.toUpperCase() === 'B' ? base64Of(word) : quotedOf(word.replaceAll('_', ' ')),
  )
const decoded = (mail: Received | undefined) =>
  mail?.headers.get('content-transfer-encoding') === 'base64'
    ? base64Of(mail.body)
    : quotedOf((mail?.body ?? '').replaceAll('=\r\n', ''))

const reply = (responseCode: number, text: string) => Object.assign(new Error(text), { responseCode })
const from = 'Ajose <notices@ajose.example>'

let app: TestApp
let mail: Awaited<ReturnType<typeof mailServer>>
let port: SmtpPort
beforeAll(async () => {
  mail = await mailServer()
  port = smtpPort({ url: `smtp://ajose%40mail:p%40ss%3Aword@127.0.0.1:${mail.port}`, from })
  app = await startTestApp(undefined, { ports: [port] })
})
afterAll(async () => {
  await app.stop()
  port.close()
  await mail.close()
})
afterEach(() => {
  mail.received.length = 0
  delete mail.state.onData
  delete mail.state.onRecipient
})

const queue = (...messages: Omit<Message, 'kind' | 'channel'>[]) =>
  app.services.database.platform((tx) =>
    queueMessages(
      tx,
      null,
      messages.map((message) => ({ kind: 'notice' as const, channel: 'email' as const, ...message })),
      app.services.messagesWaiting,
    ),
  )
const stored = async (to: string) =>
  (
    await app.admin.query<{
      id: string
      attempts: number
      sent: boolean
      lost: boolean
      body: string
      failure: string | null
    }>(
      `select message_id as id, attempts, sent_at is not null as sent, gave_up_at is not null as lost, body, failure
       from platform.message where recipient = $1`,
      [to],
    )
  ).rows

test('a message arrives as it was written, from our address, with an id of its own, and its text leaves the database', async () => {
  const text = 'Dear Ọlá,\n.a line that begins with a dot\nYour account is open.'
  await queue({ to: 'treasurer@coop.example', subject: 'Àjọṣe: your account', text })
  await app.sendWaiting()
  const [message] = await stored('treasurer@coop.example')
  expect(message).toMatchObject({ attempts: 1, sent: true, lost: false, body: '', failure: null })
  const [seen] = mail.received
  expect([mail.received.length, seen?.from, seen?.to]).toEqual([1, 'notices@ajose.example', ['treasurer@coop.example']])
  expect(seen?.headers.get('from')).toBe(from)
  expect(seen?.headers.get('to')).toBe('treasurer@coop.example')
  expect(seen?.headers.get('message-id')).toBe(`<${message?.id}@ajose.example>`)
  expect(seen?.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  expect(wordsOf(seen?.headers.get('subject') ?? '')).toBe('Àjọṣe: your account')
  expect(decoded(seen).replaceAll('\r\n', '\n').trimEnd()).toBe(text)
})

// ASVS V1.3.3, V1.3.11
test('no subject and no address adds a header or a recipient', async () => {
  await queue(
    { to: 'a@coop.example', subject: 'Hello\r\nBcc: victim@coop.example\r\n\r\nPay here', text: 'Text' },
    { to: 'a@coop.example,victim@coop.example', subject: 'Two', text: 'Text' },
    { to: 'a@coop.example>\r\nRCPT TO:<victim@coop.example', subject: 'Three', text: 'Text' },
  )
  await app.sendWaiting()
  expect(mail.received.map(({ to }) => to)).toEqual([['a@coop.example']])
  expect(mail.received[0]?.headers.has('bcc')).toBe(false)
  expect(mail.received[0]?.body.trimEnd()).toBe('Text')
  for (const to of ['a@coop.example,victim@coop.example', 'a@coop.example>\r\nRCPT TO:<victim@coop.example'])
    expect(await stored(to)).toMatchObject([
      { sent: false, lost: true, failure: 'The address is not one of a mailbox' },
    ])
})

test('what is refused for now is tried again under the same id; what is refused for good is not', async () => {
  mail.state.onData = reply(451, '4.3.0 <later@coop.example> try again later')
  await queue({ to: 'later@coop.example', subject: 'Later', text: 'Text' })
  await app.settled()
  expect(await stored('later@coop.example')).toMatchObject([
    { attempts: 1, sent: false, lost: false, body: 'Text', failure: 'The mail server answered 451 4.3.0 to DATA' },
  ])
  delete mail.state.onData
  await app.sendWaiting()
  const [message] = await stored('later@coop.example')
  expect(message).toMatchObject({ attempts: 2, sent: true, failure: null })
  expect(mail.received.map(({ headers }) => headers.get('message-id'))).toEqual([`<${message?.id}@ajose.example>`])

  mail.state.onRecipient = reply(550, '5.1.1 <gone@coop.example> no such user')
  await queue({ to: 'gone@coop.example', subject: 'Gone', text: 'Text' })
  await app.sendWaiting()
  expect(await stored('gone@coop.example')).toMatchObject([
    { attempts: 1, sent: false, lost: true, body: '', failure: 'The mail server answered 550 5.1.1 to RCPT TO' },
  ])
})

test('a mail server that is down for a time loses nothing', async () => {
  await mail.close()
  await queue(...[1, 2, 3].map((n) => ({ to: `down${n}@coop.example`, subject: `Number ${n}`, text: 'Text' })))
  await app.settled()
  for (const n of [1, 2, 3])
    expect(await stored(`down${n}@coop.example`)).toMatchObject([
      { sent: false, lost: false, body: 'Text', failure: expect.stringMatching(/^The mail server does not answer/) },
    ])
  expect(await port.whyNot()).toMatch(/^The mail server does not answer/)
  mail = await mailServer({}, mail.port)
  await app.sendWaiting()
  expect(mail.received.map(({ to }) => to[0]).toSorted((a, b) => (a! < b! ? -1 : 1))).toEqual(
    [1, 2, 3].map((n) => `down${n}@coop.example`),
  )
  expect(await port.whyNot()).toBeUndefined()
})

test('a wrong password is the operator’s matter: it is said without the password, and the messages wait', async () => {
  const wrong = smtpPort({ url: `smtp://ajose%40mail:secret-of-ours@127.0.0.1:${mail.port}`, from })
  const delivery = await wrong.send({
    id: 'an-id',
    channel: 'email',
    kind: 'notice',
    to: 'a@coop.example',
    subject: null,
    text: 'Text',
  })
  wrong.close()
  expect(delivery).toEqual({ retryBecause: 'The mail server refuses the user name or password of SMTP_URL (535)' })
})

// ASVS V12.3.1
test('outside this machine nothing is sent without TLS', async () => {
  // This machine by an address that is not a loopback one.
  const other = smtpPort({ url: `smtp://ajose%40mail:p%40ss%3Aword@0.0.0.0:${mail.port}`, from })
  const delivery = await other.send({
    id: 'an-id',
    channel: 'email',
    kind: 'notice',
    to: 'a@coop.example',
    subject: null,
    text: 'Text',
  })
  other.close()
  expect(delivery).toEqual({
    retryBecause: 'The mail server offers no TLS: use smtps:// in SMTP_URL, or another server',
  })
})
