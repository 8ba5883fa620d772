import { type Day, dayText } from '#core/calendar.ts'
import { type Kobo, moneyText } from '#core/money.ts'
import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'

/** How a guarantor answered: with the own login, by a consent link and a code, on a signed paper, or before the society had Ajose. */
export const answerWays = ['app', 'link', 'paper', 'old_books'] as const
export type AnswerWay = (typeof answerWays)[number]

/** “by consent link” */
export function answerWayText(way: AnswerWay, confirmedBy: string | null): string {
  return {
    app: confirmedBy === null ? strings.inTheApp : fill(strings.inTheAppSeenBy, { confirmedBy }),
    link: strings.byConsentLink,
    paper: fill(strings.onPaperConfirmedBy, { confirmedBy: confirmedBy ?? strings.anOfficer }),
    old_books: strings.inTheOldBooks,
  }[way]
}

/** How long a consent link opens, and how many are sent for one guarantee in a day. */
export const consentLinkDays = 7
export const consentLinksPerDay = 3

/** Of one link: the codes that it can send, how soon after another, how long each works and how often it can be tried. */
export const consentCodes = { max: 5, pauseSeconds: 60, minutes: 10, tries: 5 } as const

/** The last digits of a phone: enough for its owner to know it, too little for a stranger. */
export function phoneEnd(phone: string): string {
  return phone.slice(-4)
}

type Pledged = {
  borrower: string
  /** What accepting pledges now. */
  amount: Kobo
  /** What of it is pledged already for a loan that this one settles. */
  alreadyHeld: Kobo
  /** When the last instalment is due, or would be if the loan were paid out today. */
  lastDueOn: Day
  isPaidOut: boolean
}

/** What a guarantor agrees to, in plain sentences; the page of a link and the paper form say the same. */
export function consentInWords({ borrower, amount, alreadyHeld, lastDueOn, isPaidOut }: Pledged): string[] {
  const end = isPaidOut
    ? fill(strings.theLastInstalmentIsDue, { lastDueOn: dayText(lastDueOn) })
    : fill(strings.ifTheLoanIsPaid, { lastDueOn: dayText(lastDueOn) })
  const release = strings.youCantWithdrawYourConsent
  if (amount === 0n) return [fill(strings.youGiveYourWordThat, { borrower }), end, release]
  return [
    fill(strings.ofYourSavingsCantBe, { amount: moneyText(amount), borrower }),
    ...(alreadyHeld > 0n ? [fill(strings.ofItIsPledgedAlready, { alreadyHeld: moneyText(alreadyHeld) })] : []),
    fill(strings.ifDoesntRepayTheSociety, { borrower }),
    end,
    release,
  ]
}
