import { CircleAlert, CircleCheck } from 'lucide'
import { type EligibilityRule, eligibilityRuleLabels } from '#domain/lending/loans/eligibility-rule.ts'
import type { Kobo } from '#domain/money.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { dayText, moneyText, plural } from '#web/ui/format.ts'
import './EligibilityRules.css'
import type { EligibleLoan } from './eligibility-api.ts'

type Rule = EligibleLoan['rules'][number]
type Figure = Rule['now']

/** Each rule of a loan with a tick, or with what is missing and from when it will be there. */
export function EligibilityRules({
  loan,
  label = 'What this loan asks',
}: {
  loan: Pick<EligibleLoan, 'rules'>
  label?: string
}) {
  return (
    <ul className="eligibility" aria-label={label}>
      {loan.rules.map((rule) => (
        <li key={rule.rule} className={`eligibility__rule${rule.isMet ? ' eligibility__rule--met' : ''}`}>
          <Icon of={rule.isMet ? CircleCheck : CircleAlert} />
          <div className="eligibility__words">
            <p className="eligibility__name">
              <span className="visually-hidden">{rule.isMet ? 'Met: ' : 'Missing: '}</span>
              {eligibilityRuleLabels[rule.rule]}
            </p>
            <p className="muted">{standingOf(rule)}</p>
            {!rule.isMet && <p>{wayOf(rule)}</p>}
          </div>
        </li>
      ))}
    </ul>
  )
}

const units: Partial<Record<EligibilityRule, string>> = {
  waiting: 'month',
  loans: 'loan',
  same_loan: 'loan',
  instalments: 'instalment',
  guarantors: 'guarantor',
}

function figureText(figure: Figure, rule: EligibilityRule): string | undefined {
  if (!figure) return undefined
  return figure.money === null ? plural(figure.count ?? 0, units[rule] ?? '') : moneyText(figure.money)
}

/** What they have, in the words of the rule. */
function standingOf({ rule, isMet, now, asked }: Rule): string {
  const [has, wants] = [figureText(now, rule), figureText(asked, rule)]
  switch (rule) {
    case 'member':
      return isMet ? 'The membership is active' : 'The membership is not active'
    case 'waiting':
      return `${has}, ${wants} needed`
    case 'arrears':
      return now?.money === 0n ? 'No instalment is overdue' : `${has} is overdue`
    case 'written_off':
      return isMet ? 'No loan was written off' : `${has} of a written-off loan is still owed`
    case 'loans':
    case 'same_loan':
      return `${has} now, at most ${plural((asked?.count ?? 0) + 1, 'loan')} at once`
    case 'limit':
      return wants ? `${wants} asked, ${has} allowed` : `At most ${has}`
    case 'instalments':
      return `${has}, at most ${asked?.count}`
    case 'own_cover':
      return wants ? `${wants} has to stay, ${has} is free` : `${has} is free`
    case 'salary':
      return has && wants ? `${has} a month with this loan, at most ${wants}` : 'The net salary of a month is needed'
    case 'guarantors':
      return has ? `${has} of ${asked?.count}` : `${wants} ${asked?.count === 1 ? 'is' : 'are'} needed`
    case 'top_up':
      return wants ? `${has} of ${wants} settles it` : `${has} settles it today`
    case 'offered':
      return 'Closed to new loans'
  }
}

/** What helps, and from when. */
function wayOf({ rule, gap, toSave, metOn, reasons }: Rule): string {
  const on = metOn ? dayText(metOn) : undefined
  if (toSave !== null && toSave > 0n) return savingWay(toSave, on)
  if (on) return `Met from ${on}${gap ? `, ${figureText(gap, rule)} ${rule === 'waiting' ? 'more' : 'to go'}` : ''}.`
  if (rule === 'salary' && gap)
    return `${figureText(gap, rule)} a month too much. Ask for less, or for more instalments.`
  return reasons[0] ?? ''
}

function savingWay(toSave: Kobo, on: string | undefined): string {
  return on
    ? `${moneyText(toSave)} more to save: by ${on} at the monthly contribution.`
    : `Met when ${moneyText(toSave)} more is saved.`
}
