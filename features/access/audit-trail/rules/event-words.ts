import type { EventGroup, Said } from '#core/event-group.ts'

/** What is no call of the contract as it is now: what happens at a login or by itself, and calls of before whose lines are in trails. */
const events: Record<string, Said> = {
  'import.part_days.first': [
    'members',
    'Chose the first day for dates of an uploaded list that have a year or month only',
  ],
  'import.part_days.last': [
    'members',
    'Chose the last day for dates of an uploaded list that have a year or month only',
  ],
  'online_payment.posted': ['money', 'An online payment was posted'],
  'online_payment.unallocated': ['money', 'An online payment could not be posted to what it was for'],
  'online_payment.stopped': ['money', 'An online payment was confirmed and not taken into the books'],
  'change.asked': ['money', 'Asked for a change that takes two officers'],
  'office.handed_over': ['meetings', 'Took office after an election'],
  'GET /financial/payment-batches/:batchId/file': ['files', 'Downloaded the bank file of a payment batch'],
  'GET /financial/dividends/preview': ['files', 'Downloaded a preview of a dividend'],
  'login.failed': ['sign_in', 'Failed login: wrong password'],
  'login.locked': ['sign_in', 'Login locked after too many wrong tries'],
  'second_step.wrong': ['sign_in', 'Wrong code or passkey'],
  'login.proved': ['sign_in', 'Confirmed their login with a code sent to their phone'],
  'identity.confirmed': ['sign_in', 'Confirmed who they are before an important change'],
  'authenticator.added': ['sign_in', 'Added an authenticator app to their login'],
  'authenticator.removed': ['sign_in', 'Removed the authenticator app from their login'],
  'passkey.added': ['sign_in', 'Added a passkey to their login'],
  'passkey.removed': ['sign_in', 'Removed a passkey from their login'],
  'password.wrong': ['sign_in', 'Wrong password for a change of their own login'],
  'password.reset': ['sign_in', 'Reset the password with a code'],
  'account.activated': ['sign_in', 'Activated their account'],
  'books.downloaded': ['sign_in', 'Downloaded the books of the suspended cooperative'],
}

/** What every action of an audit trail says. An action is method and path of a call, or the name of what happened besides. */
export class EventWords {
  readonly #known: ReadonlyMap<string, Said>

  /** `calls`: what the calls of the contract say, by method and path. */
  constructor(calls: Iterable<readonly [action: string, said: Said]>) {
    this.#known = new Map([...Object.entries(events), ...calls])
  }

  /** One sentence for what was done; for a page that somebody only tried to open, and for a call of an older version, a general one. */
  sentence(action: string): string {
    return this.#known.get(action)?.[1] ?? (action.startsWith('GET ') ? 'Opened records' : 'Changed records')
  }

  /** The sentence of a line of the trail: “Attempted: recorded a contribution” where it was refused. */
  said(action: string, refused: boolean): string {
    const sentence = this.sentence(action)
    return refused ? `Attempted: ${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}` : sentence
  }

  /** The actions of a group. */
  ofGroup(group: EventGroup): string[] {
    return [...this.#known].flatMap(([action, said]) => (said[0] === group ? [action] : []))
  }

  /** The actions whose sentence has this text in it. */
  thatSay(text: string): string[] {
    const wanted = text.toLowerCase()
    return [...this.#known].flatMap(([action, said]) => (said[1].toLowerCase().includes(wanted) ? [action] : []))
  }
}
