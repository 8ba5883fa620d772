import type { Parsed } from '#core/contract/endpoint.ts'
import type { startPayment } from '#features/payments/online-payments/contract.ts'
import type { Kobo } from '#core/money.ts'
import { sumKobo } from '#core/money.ts'
import { Checkbox } from '#ui/Checkbox.tsx'
import { MoneyField } from '#ui/MoneyField.tsx'
import './PayLines.css'
import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'

type PaymentLine = Parsed<typeof startPayment>['lines'][number]

/** What can be paid: `amount` is what is filled in when it is chosen. */
export type Payable = {
  key: string
  label: string
  hint: string
  amount: Kobo | undefined
  line: Omit<PaymentLine, 'amount'>
}

/** The amounts of what is chosen, by key; undefined where the field is empty. */
export type Chosen = Readonly<Record<string, Kobo | undefined>>

/** The lines of a payment; undefined where one that is chosen has no amount. */
export function linesOf(payables: readonly Payable[], chosen: Chosen): PaymentLine[] | undefined {
  const lines = payables.filter(({ key }) => key in chosen).map(({ key, line }) => ({ ...line, amount: chosen[key] }))
  return lines.every((line): line is PaymentLine => line.amount !== undefined && line.amount > 0n) ? lines : undefined
}

export const totalOf = (chosen: Chosen): Kobo => sumKobo(Object.values(chosen).filter((each) => each !== undefined))

/** What to pay, each with its amount. `errors` are by the place of a line among those that are chosen. */
export function PayLines({
  payables,
  chosen,
  onChoose,
  errors,
}: {
  payables: readonly Payable[]
  chosen: Chosen
  onChoose: (chosen: Chosen) => void
  errors: Readonly<Record<string, string | undefined>>
}) {
  const places = payables.filter(({ key }) => key in chosen).map(({ key }) => key)
  const choose = ({ key, amount }: Payable, isOn: boolean) => {
    const { [key]: _, ...others } = chosen
    onChoose(isOn ? { ...others, [key]: amount } : others)
  }
  return (
    <ul className="pay-lines">
      {payables.map((payable) => {
        const { key, label, hint } = payable
        const isOn = key in chosen
        const place = places.indexOf(key)
        const error = Object.entries(errors).find(([field]) => field.startsWith(`lines.${place}.`))?.[1]
        return (
          <li key={key} className="pay-line">
            <Checkbox
              label={
                <>
                  <strong>{label}</strong>
                  <br />
                  <span className="muted">{hint}</span>
                </>
              }
              checked={isOn}
              onChange={(next) => choose(payable, next)}
            />
            {isOn && (
              <MoneyField
                hideLabel
                label={fill(strings.amountFor, { label })}
                value={chosen[key]}
                error={error}
                onChange={(amount) => onChoose({ ...chosen, [key]: amount })}
              />
            )}
          </li>
        )
      })}
    </ul>
  )
}
