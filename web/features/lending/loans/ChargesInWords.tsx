import type { LoanDetail } from './api.ts'

/** Each fee and the penalty of a loan, as the agreement names them; nothing where there are none. */
export function ChargesInWords({ charges: { fees, penalty } }: Pick<LoanDetail, 'charges'>) {
  return [...fees, penalty].filter(Boolean).map((sentence) => <p key={sentence}>{sentence}</p>)
}
