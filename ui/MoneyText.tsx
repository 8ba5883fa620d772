import type { Kobo } from '#core/money.ts'
import './MoneyText.css'
import { moneyShort, moneyText } from './format.ts'

/** An amount. `sign` shows + for money in and − for money out; less than nothing is red; `short` is ₦2.4M with the full amount in its title. */
export function MoneyText({
  amount,
  sign,
  short = false,
}: {
  amount: Kobo
  sign?: 'in' | 'out' | undefined
  short?: boolean
}) {
  const text = short ? moneyShort(amount) : moneyText(amount)
  return (
    <span
      className={`number${sign ? ` money--${sign}` : ''}${amount < 0n ? ' money--below' : ''}`}
      {...(short ? { title: moneyText(amount) } : {})}
      {...(amount === 0n ? { 'data-zero': '' } : {})}
    >
      {sign === 'in' ? '+' : sign === 'out' ? '−' : ''}
      {text}
    </span>
  )
}
