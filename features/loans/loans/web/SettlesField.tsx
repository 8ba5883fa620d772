import type { LoanId } from '#core/ids.ts'
import { Checkbox } from '#ui/Checkbox.tsx'
import { moneyText } from '#ui/format.ts'
import { type Eligibility, settlementOf } from './eligibility-api.ts'
import './SettlesField.css'
import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'

type Fields = {
  running: Eligibility['running']
  chosen: readonly LoanId[]
  officer?: boolean
  error?: string | undefined
  onChange: (settles: LoanId[]) => void
}

/** The refusal of any of the loans that were named. */
export function errorOfSettles(shown: Record<string, string | undefined>): string | undefined {
  return Object.entries(shown).find(([field]) => field.startsWith('settles'))?.[1]
}

/** The running loans that the new one may settle first, each with what that takes today. */
export function SettlesField({ running, chosen, officer = false, error, onChange }: Fields) {
  if (running.length === 0) return null
  const settlement = settlementOf(running, chosen)
  return (
    <fieldset className="settles">
      <legend>{officer ? strings.settleARunningLoanWith : strings.settleALoanThatYou}</legend>
      {running.map(({ loanId, name, outstanding, settlement: takes, whyNot }) => (
        <div key={loanId}>
          <Checkbox
            label={fill(strings.loanLeftSettlesItToday, {
              name,
              outstanding: moneyText(outstanding),
              takes: moneyText(takes),
            })}
            checked={chosen.includes(loanId)}
            disabled={whyNot !== null && !chosen.includes(loanId)}
            onChange={(isChosen) => onChange(isChosen ? [...chosen, loanId] : chosen.filter((each) => each !== loanId))}
          />
          {whyNot && <p className="muted settles__why">{whyNot}</p>}
        </div>
      ))}
      {settlement > 0n && (
        <p className="muted">{fill(strings.theNewLoanFirstPays, { settlement: moneyText(settlement) })}</p>
      )}
      {error && <p className="field__error">{error}</p>}
    </fieldset>
  )
}
