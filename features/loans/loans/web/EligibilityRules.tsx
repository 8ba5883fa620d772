import { CircleAlert, CircleCheck } from 'lucide'
import { type EligibilityRule, eligibilityRuleLabels } from '#features/loans/loans/rules/eligibility-rule.ts'
import type { Kobo } from '#core/money.ts'
import { Icon } from '#ui/Icon.tsx'
import { dayText, moneyText } from '#ui/format.ts'
import './EligibilityRules.css'
import type { EligibleLoan } from './eligibility-api.ts'
import { fill, fillCount } from '#core/fill.ts'
import * as strings from './strings.ts'

type Rule = EligibleLoan['rules'][number]
type Figure = Rule['now']

/** Each rule of a loan with a tick, or with what is missing and from when it will be there. */
export function EligibilityRules({
  loan,
  label = strings.whatThisLoanAsks,
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
              <span className="visually-hidden">{rule.isMet ? strings.met : strings.missing} </span>
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

const units: { readonly [rule in EligibilityRule]?: `{count} ${string}` } = {
  waiting: strings.countMonth,
  loans: strings.countLoan,
  same_loan: strings.countLoan,
  instalments: strings.countInstalment,
  guarantors: strings.countGuarantor,
}

function figureText(figure: Figure, rule: EligibilityRule): string | undefined {
  if (!figure) return undefined
  return figure.money === null ? fillCount(figure.count ?? 0, units[rule] ?? '{count}') : moneyText(figure.money)
}

/** What they have, in the words of the rule. */
function standingOf({ rule, isMet, now, asked }: Rule): string {
  const [has, wants] = [figureText(now, rule), figureText(asked, rule)]
  switch (rule) {
    case 'member':
      return isMet ? strings.theMembershipIsActive : strings.theMembershipIsNotActive
    case 'waiting':
      return fill(strings.hasWantsNeeded, { has, wants })
    case 'arrears':
      if (now?.money === 0n) return strings.noInstalmentIsOverdue
      return isMet
        ? fill(strings.isOverdueWithin, { has, days: fillCount(asked?.count ?? 0, strings.countDay) })
        : fill(strings.isOverdue, { has })
    case 'written_off':
      return isMet ? strings.noLoanWasWrittenOff : fill(strings.ofAWrittenOffLoan, { has })
    case 'loans':
    case 'same_loan':
      return fill(strings.nowAtMostAtOnce, { has, count: fillCount((asked?.count ?? 0) + 1, strings.countLoan) })
    case 'limit':
      return wants ? fill(strings.askedAllowed, { wants, has }) : fill(strings.atMost, { has })
    case 'instalments':
      return fill(strings.hasAtMost, { has, count: asked?.count })
    case 'own_cover':
      return wants ? fill(strings.hasToStayIsFree, { wants, has }) : fill(strings.isFree, { has })
    case 'salary':
      return has && wants ? fill(strings.aMonthWithThisLoan, { has, wants }) : strings.theNetSalaryOfA
    case 'guarantors':
      return has
        ? fill(strings.hasOfCount, { has, count: asked?.count })
        : fillCount(asked?.count ?? 0, strings.wantsNeeded, { wants })
    case 'top_up':
      return wants ? fill(strings.ofSettlesIt, { has, wants }) : fill(strings.settlesItToday, { has })
    case 'offered':
      return strings.closedToNewLoans
  }
}

/** What helps, and from when. */
function wayOf({ rule, gap, toSave, metOn, reasons }: Rule): string {
  const on = metOn ? dayText(metOn) : undefined
  if (toSave !== null && toSave > 0n) return savingWay(toSave, on)
  if (on)
    return fill(strings.metFrom, {
      on,
      gap: gap ? `, ${figureText(gap, rule)} ${rule === 'waiting' ? 'more' : strings.toGo}` : '',
    })
  if (rule === 'salary' && gap) return fill(strings.aMonthTooMuchAsk, { gap: figureText(gap, rule) })
  return reasons[0] ?? ''
}

function savingWay(toSave: Kobo, on: string | undefined): string {
  return on
    ? fill(strings.moreToSaveByAt, { toSave: moneyText(toSave), on })
    : fill(strings.metWhenMoreIsSaved, { toSave: moneyText(toSave) })
}
