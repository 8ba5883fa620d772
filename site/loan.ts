export type LoanMethod = 'flat' | 'equal'
export type Instalment = { number: number; principal: bigint; interest: bigint; balance: bigint }
export type Loan = { instalments: Instalment[]; first: bigint; interest: bigint; total: bigint }

/**
 * What a loan costs, in whole kobo: `rate` is the yearly rate in hundredths of a percent. Flat interest is counted on
 * the whole loan, equal instalments on what is still owed; the last instalment takes what rounding left.
 */
export function loanOf(principal: bigint, rate: bigint, months: number, method: LoanMethod): Loan {
  const count = BigInt(months)
  const level = method === 'flat' ? 0n : levelInstalment(principal, rate, count)
  const flatInterest = half(principal * rate * count, 120_000n)
  const instalments: Instalment[] = []
  let balance = principal
  let paid = 0n
  for (let number = 1; number <= months; number += 1) {
    const isLast = number === months
    const interest =
      method === 'equal' ? half(balance * rate, 120_000n) : isLast ? flatInterest - paid : flatInterest / count
    const part = isLast ? balance : method === 'equal' ? level - interest : principal / count
    balance -= part
    paid += interest
    instalments.push({ number, principal: part, interest, balance })
  }
  const [first] = instalments
  return { instalments, first: first ? first.principal + first.interest : 0n, interest: paid, total: principal + paid }
}

/** The instalment that pays a loan off at interest on what is owed, worked out in whole numbers. */
function levelInstalment(principal: bigint, rate: bigint, count: bigint): bigint {
  if (rate === 0n) return half(principal, count)
  const grown = (120_000n + rate) ** count
  return half(principal * rate * grown, 120_000n * (grown - 120_000n ** count))
}

/** A quotient of amounts that are not negative, halves rounded up. */
function half(amount: bigint, by: bigint): bigint {
  return (2n * amount + by) / (2n * by)
}

/** ₦1,234.50 */
export function nairaText(kobo: bigint): string {
  return `₦${String(kobo / 100n).replace(/\B(?=(\d{3})+$)/g, ',')}.${String(kobo % 100n).padStart(2, '0')}`
}

/** Kobo from what a person types, such as "150,000" or "2500.50"; undefined for anything else. */
export function typedKobo(text: string): bigint | undefined {
  const [, whole, part = ''] = /^₦?(\d{1,10})(?:\.(\d{1,2}))?$/.exec(text.replace(/[,\s]/g, '')) ?? []
  return whole === undefined ? undefined : BigInt(whole + part.padEnd(2, '0'))
}
