import type { Kobo } from '#core/money.ts'
import type { Doubt } from '#features/payments/online-payments/rules/doubt.ts'
import type { Doubtful, Paid } from './payment-port.ts'

/** `amount` and `fees` are undefined where what the provider reports is no amount, such as “-5”. */
type Read = Omit<Paid, 'outcome' | 'amount' | 'fees'> & { amount: Kobo | undefined; fees: Kobo | undefined }

/** What a provider reports of money that came; doubtful where a figure of it can't be read, which is no reason to take it for nothing. */
export function paidFrom({ amount, fees, ...read }: Read): Paid | Doubtful {
  const { subaccount, transfer } = read
  const doubtful = (doubt: Doubt): Doubtful => ({
    outcome: 'doubtful',
    ...{ doubt, subaccount },
    ...(transfer && { transfer }),
  })
  if (amount === undefined) return doubtful('amount')
  if (fees === undefined) return doubtful('charge')
  if (Number.isNaN(read.paidAt.getTime())) return doubtful('date')
  return { outcome: 'paid', amount, fees, ...read }
}
