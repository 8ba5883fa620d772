import { hundredths } from '#domain/configuration/settings.ts'
import type { LimitBasis } from '#domain/loans/loan-terms.ts'
import { koboFromText, nairaText } from '#domain/money.ts'
import type { LoanConfiguration } from './api.ts'

type Rules = Pick<
  LoanConfiguration,
  'limitOn' | 'yearSteps' | 'waitingMonths' | 'guarantorsRequired' | 'guarantorsUnindebted' | 'guarantorCoverPercent' | 'ownCoverPercent' | 'thirdOfSalary' | 'loansMax' | 'sameLoansMax' | 'approvalSteps'
>

/** What is typed for a product's rules: an empty number means as the cooperative does, or no rule. */
export type RuleValues = {
  limitOn: LimitBasis
  yearSteps: { years: string; multiple: string }[]
  waitingMonths: string
  guarantorsRequired: string
  guarantorsUnindebted: boolean
  guarantorCoverPercent: string
  ownCoverPercent: string
  thirdOfSalary: boolean
  loansMax: string
  sameLoansMax: string
  approvalSteps: { from: string; approvals: string }[]
}

const zeroAsEmpty = (number: number | undefined) => (number ? String(number) : '')

export function ruleValuesOf(loan: LoanConfiguration | undefined): RuleValues {
  return {
    limitOn: loan?.limitOn ?? 'savings',
    yearSteps: (loan?.yearSteps ?? []).map(({ years, multiple }) => ({ years: String(years), multiple: String(multiple) })),
    waitingMonths: loan?.waitingMonths?.toString() ?? '',
    guarantorsRequired: loan?.guarantorsRequired?.toString() ?? '',
    guarantorsUnindebted: loan?.guarantorsUnindebted ?? false,
    guarantorCoverPercent: zeroAsEmpty(loan?.guarantorCoverPercent),
    ownCoverPercent: zeroAsEmpty(loan?.ownCoverPercent),
    thirdOfSalary: loan?.thirdOfSalary ?? false,
    loansMax: zeroAsEmpty(loan?.loansMax),
    sameLoansMax: zeroAsEmpty(loan?.sameLoansMax),
    approvalSteps: (loan?.approvalSteps ?? []).map(({ from, approvals }) => ({ from: nairaText(from).replace(/\.00$/, ''), approvals: String(approvals) })),
  }
}

/** What was typed, as the server takes it, and what of it can't be read. */
export function rulesFrom(values: RuleValues): { rules: Rules; problems: Record<string, string> } {
  const problems: Record<string, string> = {}
  const whole = (field: keyof RuleValues, text: string, max: number): number | null => {
    if (text.trim() === '') return null
    const number = Number(text)
    if (!/^\d+$/.test(text.trim()) || number > max) problems[field] = `Enter a whole number from 0 to ${max}, or leave it empty`
    return number
  }
  const yearSteps = values.yearSteps.map(({ years, multiple }) => ({ years: Number(years), multiple: Number(multiple.replace(',', '.')) }))
  if (yearSteps.some(({ years, multiple }, index) => !/^\d{1,2}$/.test(values.yearSteps[index]?.years ?? '') || years > 60 || hundredths(multiple) === undefined)) {
    problems['yearSteps'] = 'Enter whole years and a number with at most two decimals in each step'
  }
  const approvalSteps = values.approvalSteps.map(({ from, approvals }) => ({ from: koboFromText(from), approvals: Number(approvals) }))
  if (approvalSteps.some(({ from, approvals }) => from === undefined || from < 0n || ![1, 2, 3].includes(approvals))) problems['approvalSteps'] = 'Enter an amount and 1, 2 or 3 officers in each step'
  const rules: Rules = {
    limitOn: values.limitOn, guarantorsUnindebted: values.guarantorsUnindebted, thirdOfSalary: values.thirdOfSalary, yearSteps,
    waitingMonths: whole('waitingMonths', values.waitingMonths, 120),
    guarantorsRequired: whole('guarantorsRequired', values.guarantorsRequired, 10),
    guarantorCoverPercent: whole('guarantorCoverPercent', values.guarantorCoverPercent, 100) ?? 0,
    ownCoverPercent: whole('ownCoverPercent', values.ownCoverPercent, 100) ?? 0,
    loansMax: whole('loansMax', values.loansMax, 20) ?? 0,
    sameLoansMax: whole('sameLoansMax', values.sameLoansMax, 20) ?? 0,
    approvalSteps: approvalSteps.flatMap(({ from, approvals }) => (from === undefined ? [] : [{ from, approvals }])),
  }
  return { rules, problems }
}
