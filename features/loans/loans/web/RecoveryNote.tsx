import { moneyText } from '#ui/format.ts'
import type { LoanMovement } from './api.ts'
import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'

/** After whose savings they are. */
const sourceWords = { savings: '', own_loan: ', pledged', guarantee: ', guarantor' }

/** From whose savings a payment was recovered, and why. */
export function RecoveryNote({ parts, reason }: NonNullable<LoanMovement['recovery']>) {
  return (
    <>
      <br />
      <span className="muted">
        {parts
          .map(({ name, source, amount }) =>
            fill(strings.amountFromNameSource, { amount: moneyText(amount), name, source: sourceWords[source] }),
          )
          .join(', ')}
        . {reason}
      </span>
    </>
  )
}
