import { createTransport } from 'nodemailer'
import { isLoopback } from '#platform/limits/network.ts'
import type { Delivery, MessagePort } from './message-port.ts'

export type SmtpSettings = { url: string; from: string }

export type SmtpPort = MessagePort & {
  /** Why no mail can be sent now, as a sentence, or nothing. */
  whyNot(): Promise<string | undefined>
  close(): void
}

/** Milliseconds without an answer after which a mail server counts as gone. */
const timeouts = { dnsTimeout: 10_000, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }

/**
 * Sends email to one SMTP server, over connections that are kept for the next. Outside this machine nothing is sent in the
 * clear: `smtps:` begins with TLS, and `smtp:` must be able to change to it.
 */
export function smtpPort({ url, from }: SmtpSettings): SmtpPort {
  const { protocol, hostname, port, username, password } = new URL(url)
  const secure = protocol === 'smtps:'
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  const transport = createTransport({
    pool: true,
    maxConnections: 4,
    host,
    port: port === '' ? (secure ? 465 : 587) : Number(port),
    secure,
    requireTLS: !secure && !isLoopback(host),
    ...(username && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    ...timeouts,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const sender = from.slice(from.indexOf('<') + 1).replace('>', '')
  return {
    name: 'smtp',
    channels: ['email'],
    async send({ id, to, subject, text }) {
      if (/[\s,;<>"]/.test(to)) return { refusedBecause: 'The address is not one of a mailbox' }
      try {
        await transport.sendMail({
          messageId: `<${id}@${sender.slice(sender.lastIndexOf('@') + 1)}>`,
          envelope: { from: sender, to: [to] },
          from,
          to: { name: '', address: to },
          subject: subject ?? 'Ajose',
          text,
        })
        return { deliveredAs: id }
      } catch (error) {
        return failureOf(error as SmtpFailure)
      }
    },
    async whyNot() {
      try {
        await transport.verify()
        return undefined
      } catch (error) {
        return sentenceOf(error as SmtpFailure)
      }
    },
    close: () => transport.close(),
  }
}

type SmtpFailure = Error & { code?: string; command?: string; responseCode?: number; response?: string }

/** Only a reply about this recipient or this text is final: a wrong password or sender is repaired by the operator. */
function failureOf(error: SmtpFailure): Delivery {
  const { command = '', responseCode = 0 } = error
  const isAboutMessage = command === 'RCPT TO' || command === 'DATA'
  return responseCode >= 500 && isAboutMessage
    ? { refusedBecause: sentenceOf(error) }
    : { retryBecause: sentenceOf(error) }
}

/** Without the server's own words, which repeat the address of the recipient and so belong in no log. */
function sentenceOf({ code = '', command, responseCode, response = '' }: SmtpFailure): string {
  if (code === 'EAUTH')
    return `The mail server refuses the user name or password of SMTP_URL${responseCode ? ` (${responseCode})` : ''}`
  if (code === 'ETLS' || command === 'STARTTLS')
    return 'The mail server offers no TLS: use smtps:// in SMTP_URL, or another server'
  if (responseCode !== undefined) {
    const detail = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1]
    return `The mail server answered ${responseCode}${detail ? ` ${detail}` : ''}${command ? ` to ${command}` : ''}`
  }
  return `The mail server does not answer${code ? ` (${code})` : ''}`
}
