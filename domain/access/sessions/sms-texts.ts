import { oneSms } from '#domain/access/messages/one-sms.ts'

/** Of whose login it is: a phone may have several. */
type Addressed = { kind: string; name: string }

const to = (login: Addressed, short: (name: string) => string) =>
  login.kind === 'member' ? `${short(login.name)}, ` : ''

/** What the owner of a login is told by SMS when something about it has changed. */
export const loginTexts = {
  passwordChanged: (login: Addressed) =>
    oneSms(
      (short) =>
        `Ajose: ${to(login, short)}your password was changed and your other sessions were ended. If this was not you, reset your password at once.`,
    ),
  passwordReset: (login: Addressed) =>
    oneSms(
      (short) =>
        `Ajose: ${to(login, short)}your password was changed and every session was ended. If this was not you, call your cooperative at once.`,
    ),
  twoStepsOn: (login: Addressed) =>
    oneSms(
      (short) =>
        `Ajose: ${to(login, short)}two-step verification is on for your login. Your other sessions were ended. If this was not you, call your cooperative.`,
    ),
  secondFactorEnded: (login: Addressed, happened: string) =>
    oneSms(
      (short) => `Ajose: ${to(login, short)}${happened} your login. If this was not you, change your password at once.`,
    ),
  factorAdded: (login: Addressed, what: 'a passkey' | 'an authenticator app') =>
    oneSms(
      (short) =>
        `Ajose: ${to(login, short)}${what} was added to your login. If this was not you, change your password and remove it in Settings.`,
    ),
  identityLinked: (login: Addressed, person: string, provider: string) =>
    oneSms(
      (short) =>
        `Ajose: ${to(login, short)}${short(person)} of ${short(provider)} can now sign in to your account. Not you? Change your password and unlink it.`,
    ),
  resetCode: ({ kind, name }: Addressed, code: string) =>
    oneSms(
      (short) =>
        // A couple with one phone has to see whose code it is.
        `Ajose: ${code} is the code to set a new password for the ${kind === 'cooperative' ? 'cooperative' : 'member'} login of ${short(name)}. It works for 10 minutes. Share it with no one.`,
    ),
}
