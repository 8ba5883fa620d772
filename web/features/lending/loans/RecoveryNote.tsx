import { moneyText } from '#web/ui/format.ts'
import type { LoanMovement } from './api.ts'

/** After whose savings they are. */
const sourceWords = { savings: '', own_loan: ', pledged', guarantee: ', guarantor' }

/** From whose savings a payment was recovered, and why. */
export function RecoveryNote({ parts, reason }: NonNullable<LoanMovement['recovery']>) {
  return (
    <>
      <br />
      <span className="muted">
        {parts.map(({ name, source, amount }) => `${moneyText(amount)} from ${name}${sourceWords[source]}`).join(', ')}.{' '}
        {reason}
      </span>
    </>
  )
}
