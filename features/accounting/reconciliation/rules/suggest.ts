import { type Day, dayText } from '#core/calendar.ts'
import type { MemberId } from '#core/ids.ts'
import { type Kobo, moneyText } from '#core/money.ts'
import { type Phone, phoneFrom } from '#core/phone.ts'
import { foldForSearch } from '#core/searching.ts'

/** What the narration of a bank line says that may name a member. */
export type Clues = {
  /** Folded words that are no words of banking. */
  words: string[]
  phones: Phone[]
  /** Whole membership numbers in small letters. */
  membershipNumbers: string[]
  /** Numbers of at most six digits. */
  numbers: number[]
  /** Those of them that are behind "member", "no" and the like. */
  namedNumbers: number[]
}

const cluesMax = 12
export const bankWords = new Set([
  'trf',
  'transfer',
  'from',
  'for',
  'the',
  'and',
  'nip',
  'neft',
  'rtgs',
  'ussd',
  'pos',
  'atm',
  'web',
  'mobile',
  'app',
  'bank',
  'plc',
  'ltd',
  'nigeria',
  'inward',
  'outward',
  'credit',
  'debit',
  'cash',
  'deposit',
  'lodgement',
  'lodgment',
  'teller',
  'ref',
  'via',
  'payment',
  'pmt',
  'contribution',
  'contributions',
  'savings',
  'loan',
  'repayment',
  'cooperative',
  'coop',
  'society',
  'monthly',
  'member',
  'membership',
  'number',
  'gtb',
  'uba',
  'zenith',
  'access',
  'first',
  'fidelity',
  'opay',
  'kuda',
  'moniepoint',
  'palmpay',
  'sterling',
  'wema',
  'polaris',
  'stanbic',
  'fcmb',
  'union',
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
])

/** Reads a narration; a few clues of each kind, so that a long one costs no more than a short one. */
export function cluesOf(narration: string): Clues {
  const text = foldForSearch(narration)
  const few = <Item>(items: Iterable<Item>) => [...new Set(items)].slice(0, cluesMax)
  const digits = few([...text.matchAll(/(?<![a-z0-9])\+?\d+(?![a-z0-9])/g)].map(([found]) => found))
  const named = [
    ...text.matchAll(/\b(?:member|mem|membership|m)[ /.-]?(?:no|number|num)?[ .:#-]{0,2}(\d{1,6})\b/g),
  ].map(([, found]) => Number(found))
  return {
    words: few((text.match(/[a-z]+/g) ?? []).filter((word) => word.length >= 3 && !bankWords.has(word))),
    phones: few(digits.flatMap((found) => phoneFrom(found) ?? [])),
    membershipNumbers: few(text.match(/[a-z]{2,5}-[a-z0-9]{2,12}\/\d{1,8}/g) ?? []),
    numbers: few(digits.filter((found) => /^\d{1,6}$/.test(found)).map(Number)),
    namedNumbers: few(named),
  }
}

/** A member who may have paid, with what they owe of the amounts that are looked for. */
export type Payer = {
  memberId: MemberId
  name: string
  membershipno: string
  membershipNumber: number
  phone: string | null
  owes: readonly { amount: Kobo; what: 'contribution' | 'instalment'; dueOn: Day | null }[]
  /** The amounts of which this member alone owes one. */
  alone: readonly Kobo[]
}

export type Suggestion = { memberId: MemberId; name: string; membershipno: string; why: string }

const suggestionsMax = 3
/** What a suggestion takes: a phone, a whole number or a whole name alone; of weaker clues two. Beside a strong one the others are left out. */
const [enough, strong] = [4, 5]

/** The members who may have paid this into the bank, the likeliest first, each with the reason in plain words. A person decides. */
export function suggestPayers(
  { narration, amount }: { narration: string; amount: Kobo },
  payers: readonly Payer[],
): Suggestion[] {
  const clues = cluesOf(narration)
  const scored = payers.flatMap((payer) => {
    const found = reasonsFor(clues, amount, payer)
    const score = found.reduce((sum, { weight }) => sum + weight, 0)
    return score >= enough
      ? [
          {
            score,
            payer,
            isStrong: found.some(({ weight }) => weight >= strong),
            why: found.map(({ words }) => words).join('; '),
          },
        ]
      : []
  })
  const hasStrong = scored.some(({ isStrong }) => isStrong)
  return scored
    .filter(({ isStrong }) => isStrong || !hasStrong)
    .toSorted((one, other) => other.score - one.score || one.payer.membershipNumber - other.payer.membershipNumber)
    .slice(0, suggestionsMax)
    .map(({ payer: { memberId, name, membershipno }, why }) => ({ memberId, name, membershipno, why }))
}

function reasonsFor(clues: Clues, amount: Kobo, payer: Payer): { weight: number; words: string }[] {
  const reasons: { weight: number; words: string }[] = []
  const names = [...new Set(foldForSearch(payer.name).split(/[^a-z]+/))].filter((name) => name.length >= 3)
  const told = names.filter((name) => clues.words.includes(name))
  if (told.length > 1) reasons.push({ weight: 5, words: 'the name is in the narration' })
  else if (told.length === 1) reasons.push({ weight: 2, words: `“${told[0]}” of the name is in the narration` })
  if (payer.phone !== null && (clues.phones as string[]).includes(payer.phone))
    reasons.push({ weight: 6, words: 'the phone number is in the narration' })
  if (
    clues.membershipNumbers.includes(payer.membershipno.toLowerCase()) ||
    clues.namedNumbers.includes(payer.membershipNumber)
  )
    reasons.push({ weight: 6, words: 'the membership number is in the narration' })
  else if (clues.numbers.includes(payer.membershipNumber))
    reasons.push({ weight: 2, words: `the number ${payer.membershipNumber} is in the narration` })
  const owed = payer.owes.find((each) => each.amount === amount)
  if (owed) {
    const what =
      owed.what === 'contribution'
        ? 'the monthly contribution'
        : `the loan instalment due on ${owed.dueOn ? dayText(owed.dueOn) : 'that day'}`
    const isAlone = payer.alone.includes(amount)
    reasons.push({
      weight: isAlone ? enough : 2,
      words: `${moneyText(amount)} is ${what}${isAlone ? ', and no other member owes this amount' : ''}`,
    })
  }
  return reasons
}

/** The code of the expense account that a payment to the bank itself belongs to, where the narration says that it is one; else nothing. */
export function chargesCodeFor(narration: string): string {
  return /\b(?:sms|charges?|comm|commission|vat|stamp|cot|maintenance|emtl|levy|fees?)\b/.test(foldForSearch(narration))
    ? bankChargesCode
    : ''
}

const bankChargesCode = '5310'
