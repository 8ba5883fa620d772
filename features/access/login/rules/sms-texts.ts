import { oneSms } from '#features/access/messages/rules/one-sms.ts'
import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'

/** Of whose login it is: a phone may have several. */
type Addressed = { kind: string; name: string }

type NamedText =
  | typeof strings.passwordChangedOf
  | typeof strings.passwordResetOf
  | typeof strings.twoStepsOnOf
  | typeof strings.twoStepsOffOf
  | typeof strings.authenticatorRemovedOf
  | typeof strings.passkeyRemovedOf
  | typeof strings.authenticatorAddedOf
  | typeof strings.passkeyAddedOf

/** A member is named, as a phone may have the logins of several. */
const toldTo = (login: Addressed, [text, named]: readonly [string, NamedText]) =>
  oneSms((short) => (login.kind === 'member' ? fill(named, { name: short(login.name) }) : text))

const endings = {
  authenticator_removed: [strings.authenticatorRemoved, strings.authenticatorRemovedOf],
  passkey_removed: [strings.passkeyRemoved, strings.passkeyRemovedOf],
  two_steps_off: [strings.twoStepsOff, strings.twoStepsOffOf],
} as const

const additions = {
  authenticator: [strings.authenticatorAdded, strings.authenticatorAddedOf],
  passkey: [strings.passkeyAdded, strings.passkeyAddedOf],
} as const

const resetCodes = {
  cooperative: strings.resetCodeOfCooperative,
  member: strings.resetCodeOfMember,
  auditor: strings.resetCodeOfAuditor,
}

/** What the owner of a login is told by SMS, or by email where they gave no phone, when something about it has changed. */
export const loginTexts = {
  passwordChanged: (login: Addressed) => toldTo(login, [strings.passwordChanged, strings.passwordChangedOf]),
  passwordReset: (login: Addressed) => toldTo(login, [strings.passwordReset, strings.passwordResetOf]),
  twoStepsOn: (login: Addressed) => toldTo(login, [strings.twoStepsOn, strings.twoStepsOnOf]),
  secondFactorEnded: (login: Addressed, happened: keyof typeof endings) => toldTo(login, endings[happened]),
  factorAdded: (login: Addressed, factor: keyof typeof additions) => toldTo(login, additions[factor]),
  identityLinked: (login: Addressed, person: string, provider: string) =>
    oneSms((short) => {
      const linked = { person: short(person), provider: short(provider) }
      return login.kind === 'member'
        ? fill(strings.identityLinkedOf, { ...linked, name: short(login.name) })
        : fill(strings.identityLinked, linked)
    }),
  portalOpened: (society: string, name: string, membershipno: string) =>
    oneSms((short) => fill(strings.portalOpened, { society: short(society), name: short(name), membershipno })),
  proofCode: ({ name }: Addressed, code: string) =>
    oneSms((short) => fill(strings.proofCode, { code, name: short(name) })),
  // A couple with one phone has to see whose code it is.
  resetCode: ({ kind, name }: Addressed, code: string) =>
    oneSms((short) =>
      fill(resetCodes[kind === 'cooperative' || kind === 'auditor' ? kind : 'member'], { code, name: short(name) }),
    ),
}
