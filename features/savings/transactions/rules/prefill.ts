import { type Day, isDay } from '#core/calendar.ts'
import { type AccountId, type BankLineId, isUuid } from '#core/ids.ts'
import { type Kobo, kobo, koboMax } from '#core/money.ts'

/** What a form that records money is filled in with before it opens, such as from a line of a bank statement. */
export type Prefill = {
  amount: Kobo | undefined
  occurredOn: Day | undefined
  description: string
  paidThrough: AccountId | undefined
  /** The code of the account of the chart that is proposed; empty where none is. */
  code: string
  /** The membership number of the member who is proposed; empty where none is. */
  membershipno: string
  /** The line of the bank statement that is entered. */
  bankLineId: BankLineId | undefined
}

/** The parameters of an address that says all this, the amount in kobo. */
export function prefillSearch({
  amount,
  occurredOn,
  description,
  paidThrough,
  code,
  membershipno,
  bankLineId,
}: Partial<Prefill>): Record<string, string | undefined> {
  return {
    amount: amount?.toString(),
    on: occurredOn,
    note: description,
    through: paidThrough,
    code,
    member: membershipno,
    line: bankLineId,
  }
}

/** Reads those parameters; what is not well formed is left out. */
export function prefillFrom(parameter: (name: string) => string): Prefill {
  const [amount, on, through, line] = [parameter('amount'), parameter('on'), parameter('through'), parameter('line')]
  const sum = /^\d{1,15}$/.test(amount) ? BigInt(amount) : 0n
  return {
    amount: sum > 0n && sum <= koboMax ? kobo(sum) : undefined,
    occurredOn: isDay(on) ? on : undefined,
    description: parameter('note').slice(0, 200),
    paidThrough: isUuid(through) ? (through as AccountId) : undefined,
    code: parameter('code'),
    membershipno: parameter('member'),
    bankLineId: isUuid(line) ? (line as BankLineId) : undefined,
  }
}
