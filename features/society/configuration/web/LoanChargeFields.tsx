import { Plus } from 'lucide'
import { chargeOn } from '#features/loans/loans/rules/charge.ts'
import type { InterestMethod } from '#features/loans/loans/rules/loan.ts'
import {
  type Fee,
  feeInWords,
  feesMax,
  type PenaltyRule,
  penaltyInWords,
} from '#features/loans/loans/rules/product-charges.ts'
import { fractionOfPercent } from '#core/rounding.ts'
import { type Kobo, kobo, koboFromText, moneyText, nairaText } from '#core/money.ts'
import { Button } from '#ui/Button.tsx'
import { Fold } from '#ui/Fold.tsx'
import { Select } from '#ui/Select.tsx'
import { TextField } from '#ui/TextField.tsx'
import './LoanChargeFields.css'
import type { LoanConfiguration } from './api.ts'

type FeeValues = { name: string; of: Fee['of']; sum: string; when: Fee['when'] }
type PenaltyValues = {
  of: PenaltyRule['of'] | 'none'
  sum: string
  graceDays: string
  repeats: PenaltyRule['repeats']
  capOf: 'none' | 'fixed' | 'instalment'
  cap: string
}

/** What is typed for a product's fees and penalty. */
export type ChargeValues = { fees: FeeValues[]; penalty: PenaltyValues }

const noPenalty: PenaltyValues = { of: 'none', sum: '', graceDays: '5', repeats: 'once', capOf: 'none', cap: '' }

export function chargeValuesOf(loan: Partial<Pick<LoanConfiguration, 'fees' | 'penalty'>> | undefined): ChargeValues {
  const typed = (sum: { naira: Kobo } | { percent: number }) =>
    'naira' in sum ? nairaText(sum.naira).replace(/\.00$/, '') : String(sum.percent)
  const { fees = [], penalty = null } = loan ?? {}
  return {
    fees: fees.map((fee) => ({ name: fee.name, of: fee.of, sum: typed(fee), when: fee.when })),
    penalty: penalty
      ? {
          of: penalty.of,
          sum: typed(penalty),
          graceDays: String(penalty.graceDays),
          repeats: penalty.repeats,
          capOf: penalty.cap?.of ?? 'none',
          cap: penalty.cap ? typed(penalty.cap) : '',
        }
      : noPenalty,
  }
}

/** What was typed, as the server takes it, and what of it can't be read. */
export function chargesFrom({ fees, penalty }: ChargeValues): {
  charges: Pick<LoanConfiguration, 'fees' | 'penalty'>
  problems: Record<string, string>
} {
  const problems: Record<string, string> = {}
  const sum = (field: string, of: string, text: string) => {
    const naira = koboFromText(text)
    const percent = Number(text.trim().replace(',', '.'))
    const isRead =
      of === 'fixed'
        ? naira !== undefined && naira > 0n
        : percent > 0 && percent <= 100 && fractionOfPercent(percent) !== undefined
    if (!isRead)
      problems[field] = of === 'fixed' ? 'Enter an amount above zero' : 'Enter a percentage above 0, at most 100'
    return of === 'fixed' ? { of, naira: naira ?? kobo(0) } : { of, percent }
  }
  const read = fees.map(({ name, of, sum: text, when }, at) => {
    if (name.trim() === '') problems[`fees.${at}.name`] = 'Name the fee'
    return { name: name.trim(), when, ...sum(`fees.${at}.sum`, of, text) } as Fee
  })
  if (penalty.of === 'none') return { charges: { fees: read, penalty: null }, problems }
  const graceDays = Number(penalty.graceDays)
  if (!/^\d{1,3}$/.test(penalty.graceDays.trim()) || graceDays > 365)
    problems['penalty.graceDays'] = 'Enter a whole number of days from 0 to 365'
  const cap = penalty.capOf === 'none' ? null : sum('penalty.cap', penalty.capOf, penalty.cap)
  return {
    charges: {
      fees: read,
      penalty: {
        graceDays,
        repeats: penalty.repeats,
        cap,
        ...sum('penalty.sum', penalty.of, penalty.sum),
      } as PenaltyRule,
    },
    problems,
  }
}

const feeSums = [
  { value: 'fixed', label: 'Naira' },
  { value: 'amount', label: '% of the amount' },
  { value: 'interest', label: '% of the interest' },
] as const
const feeTimes = [
  { value: 'disbursement', label: 'Taken off when paid out' },
  { value: 'instalment', label: 'With each instalment' },
] as const
const penaltySums = [
  { value: 'none', label: 'No penalty' },
  { value: 'fixed', label: 'Naira' },
  { value: 'principal', label: '% of the overdue principal' },
  { value: 'instalment', label: '% of the overdue instalment' },
] as const
const repeats = [
  { value: 'once', label: 'Once for an instalment' },
  { value: 'monthly', label: 'Every month while it is late' },
] as const
const caps = [
  { value: 'none', label: 'No limit' },
  { value: 'fixed', label: 'Naira for an instalment' },
  { value: 'instalment', label: '% of the instalment' },
] as const

/** A loan and an instalment on which a charge is shown as a figure. */
const example = {
  loan: { principal: 10_000_000n, interest: 1_200_000n },
  instalment: { principal: 1_000_000n, interest: 30_000n },
}

/** What a loan product charges beside interest; each charge says in a sentence what it comes to. */
export function LoanChargeFields({
  values: { fees, penalty },
  method,
  shown,
  set,
}: {
  values: ChargeValues
  method: InterestMethod
  shown: Record<string, string | undefined>
  set: (changes: Partial<ChargeValues>) => void
}) {
  const { charges } = chargesFrom({ fees, penalty })
  const setFee = (at: number, changes: Partial<FeeValues>) =>
    set({ fees: fees.map((fee, index) => (index === at ? { ...fee, ...changes } : fee)) })
  const setPenalty = (changes: Partial<PenaltyValues>) => set({ penalty: { ...penalty, ...changes } })
  const errorOf = (...fields: string[]) => fields.map((field) => shown[field]).find(Boolean)
  return (
    <>
      <Fold title="Fees" note="Taken off when paid out, or with each instalment" open={fees.length > 0}>
        {fees.map((fee, at) => (
          // Fees are told apart by their place until they have a name.
          <fieldset key={at} className="loan-fee stack">
            <legend className="visually-hidden">{`Fee ${at + 1}`}</legend>
            <TextField
              label="Name of the fee"
              placeholder="Processing fee"
              maxLength={40}
              value={fee.name}
              onChange={(name) => setFee(at, { name })}
              error={errorOf(`fees.${at}.name`)}
            />
            <div className="loan-fee__sum">
              <Select label="How much" value={fee.of} options={feeSums} onChange={(of) => of && setFee(at, { of })} />
              <TextField
                label={fee.of === 'fixed' ? 'Naira' : 'Percent'}
                inputMode="decimal"
                value={fee.sum}
                onChange={(sum) => setFee(at, { sum })}
                error={errorOf(`fees.${at}.sum`, `fees.${at}.naira`, `fees.${at}.percent`)}
              />
            </div>
            <Select
              label="When"
              value={fee.when}
              options={feeTimes}
              onChange={(when) => when && setFee(at, { when })}
            />
            <p className="muted">{feeExample(charges.fees[at], errorOf(`fees.${at}.sum`))}</p>
            <div>
              <Button
                size="small"
                onClick={() => set({ fees: fees.filter((_, index) => index !== at) })}
              >{`Remove ${fee.name || `fee ${at + 1}`}`}</Button>
            </div>
          </fieldset>
        ))}
        {errorOf('fees') && <p className="field__error">{errorOf('fees')}</p>}
        {fees.length < feesMax && (
          <div>
            <Button
              size="small"
              icon={Plus}
              onClick={() => set({ fees: [...fees, { name: '', of: 'amount', sum: '', when: 'disbursement' }] })}
            >
              Add a fee
            </Button>
          </div>
        )}
      </Fold>
      <Fold title="Penalty" note="For what is not paid in time" open={penalty.of !== 'none'}>
        {method === 'murabaha' ? (
          <p className="muted">
            A murabaha price is fixed when the goods are sold, so no penalty can be asked. Choose another way of
            charging to ask one.
          </p>
        ) : (
          <Select
            label="Penalty"
            value={penalty.of}
            options={penaltySums}
            onChange={(of) => of && setPenalty({ of })}
            error={errorOf('penalty')}
          />
        )}
        {method === 'murabaha' && errorOf('penalty') && <p className="field__error">{errorOf('penalty')}</p>}
        {penalty.of !== 'none' && method !== 'murabaha' && (
          <>
            <TextField
              label={penalty.of === 'fixed' ? 'Penalty in naira' : 'Penalty in percent'}
              inputMode="decimal"
              value={penalty.sum}
              onChange={(sum) => setPenalty({ sum })}
              error={errorOf('penalty.sum', 'penalty.naira', 'penalty.percent')}
            />
            <TextField
              label="Days of grace"
              hint="So many days after the due date nothing is asked"
              inputMode="numeric"
              value={penalty.graceDays}
              onChange={(graceDays) => setPenalty({ graceDays })}
              error={errorOf('penalty.graceDays')}
            />
            <Select
              label="How often"
              value={penalty.repeats}
              options={repeats}
              onChange={(value) => value && setPenalty({ repeats: value })}
            />
            <div className="loan-fee__sum">
              <Select
                label="At most"
                value={penalty.capOf}
                options={caps}
                onChange={(capOf) => capOf && setPenalty({ capOf })}
              />
              {penalty.capOf !== 'none' && (
                <TextField
                  label={penalty.capOf === 'fixed' ? 'At most, naira' : 'At most, percent'}
                  inputMode="decimal"
                  value={penalty.cap}
                  onChange={(cap) => setPenalty({ cap })}
                  error={errorOf('penalty.cap', 'penalty.cap.naira', 'penalty.cap.percent')}
                />
              )}
            </div>
            <p className="muted">
              {penaltyExample(charges.penalty)} A penalty is never asked on a penalty, nor for what an employer deducted
              and has not paid over.
            </p>
          </>
        )}
      </Fold>
    </>
  )
}

function feeExample(fee: Fee | undefined, problem: string | undefined): string {
  const amount =
    fee && !problem
      ? exampleOf(
          fee.of === 'fixed' ? fee : { percent: fee.percent, of: fee.of === 'amount' ? 'principal' : 'interest' },
          example.loan,
        )
      : undefined
  if (!fee || amount === undefined) return 'Enter how much it is to see an example.'
  const total = fee.of !== 'fixed' && fee.when === 'instalment' ? ' over its whole time' : ''
  return `${feeInWords(fee)}. Of ₦100,000 lent with ₦12,000 of interest that is ${moneyText(amount)}${total}.`
}

function penaltyExample(penalty: PenaltyRule | null): string {
  const amount = penalty && exampleOf(penalty, example.instalment)
  return penalty && amount
    ? `${penaltyInWords(penalty)} Of an instalment of ₦10,300, ₦10,000 of it principal, that is ${moneyText(amount)}.`
    : 'Enter how much it is to see an example.'
}

function exampleOf(
  sum: { naira: Kobo } | { percent: number; of: 'principal' | 'interest' | 'instalment' },
  sums: { principal: bigint; interest: bigint },
): Kobo | undefined {
  if ('naira' in sum) return sum.naira > 0n ? sum.naira : undefined
  const part = fractionOfPercent(sum.percent)
  return part && sum.percent > 0 ? chargeOn({ part, of: sum.of }, sums, 'half_up') : undefined
}
