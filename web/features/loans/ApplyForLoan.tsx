import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Kobo } from '#domain/money.ts'
import { fieldErrors, isConnectionProblem, sentence } from '#web/api/api-error.ts'
import type { FoundMember } from '#web/api/choices.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Drawer } from '#web/ui/Dialog.tsx'
import { Form } from '#web/ui/Form.tsx'
import { LoadProblem } from '#web/ui/LoadProblem.tsx'
import { MemberField } from '#web/ui/MemberField.tsx'
import { MoneyField } from '#web/ui/MoneyField.tsx'
import { Select } from '#web/ui/Select.tsx'
import { SkeletonLines } from '#web/ui/Skeleton.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { dayText, moneyText, todayInLagos } from '#web/ui/format.ts'
import { toast } from '#web/ui/toast.ts'
import './ApplyForLoan.css'
import { GuarantorsField } from './GuarantorsField.tsx'
import { type Limits, loanQueries, useApply } from './api.ts'
import type { Person } from './people-api.ts'

type Values = {
  borrower: FoundMember | undefined
  loanConfigId: string
  principal: Kobo | undefined
  instalments: string
  purpose: string
  collateral: string
  guarantors: readonly Person[]
}
type Limit = Limits['limits'][number]

const form = 'apply-for-loan'

/** The form of an application. It says how much can be borrowed and why, before anything is sent. */
export function ApplyForLoan({ officer, onClose }: { officer: boolean; onClose: () => void }) {
  const [values, setValues] = useState<Values>({ borrower: undefined, loanConfigId: '', principal: undefined, instalments: '', purpose: '', collateral: '', guarantors: [] })
  const [tries, setTries] = useState(0)
  const limits = useQuery({ ...loanQueries.limits(values.borrower?.memberid), enabled: !officer || values.borrower !== undefined })
  const apply = useApply()
  const limit = limits.data?.limits.find(({ loanConfigId, isDefault }) => (values.loanConfigId ? loanConfigId === values.loanConfigId : isDefault))
  const unsure = isConnectionProblem(apply.error)
  const set = (changes: Partial<Values>) => {
    setValues((now) => ({ ...now, ...changes }))
    if (apply.error && !unsure) apply.reset()
  }
  const problems = problemsOf(values, { officer, limits: limits.data, limit })
  const refused = apply.error ? fieldErrors(apply.error) : {}
  const shown: Record<string, string | undefined> = { ...refused, ...(tries > 0 ? problems : {}) }
  const isReady = Object.keys(problems).length === 0 && limit !== undefined

  function submit() {
    setTries(tries + 1)
    const { borrower, principal, instalments, purpose, collateral, guarantors } = values
    if (!isReady || !limit || principal === undefined) return
    apply.mutate(
      {
        memberId: borrower?.memberid, loanConfigId: limit.loanConfigId, principal, instalments: Number(instalments),
        purpose: purpose.trim() || undefined, collateral: collateral.trim() || undefined, guarantors: guarantors.map(({ memberId }) => memberId),
      },
      {
        onSuccess: (loan) => {
          toast.success(`Application for ${moneyText(loan.principal)} sent`)
          onClose()
        },
      },
    )
  }
  return (
    <Drawer
      open
      onClose={onClose}
      title={officer ? 'New loan application' : 'Apply for a loan'}
      actions={
        <>
          <p className="apply-sentence" aria-live="polite">
            {isReady && limit && values.principal !== undefined ? (
              <>
                Ask for <strong className="number">{moneyText(values.principal)}</strong> as a <strong>{limit.name}</strong> loan{values.borrower ? ` for ${values.borrower.firstName} ${values.borrower.lastName}` : ''}, in {values.instalments}{' '}
                instalments at {limit.annualRatePercent} % a year.
              </>
            ) : (
              <span className="muted">What will be asked for stands here before you send it.</span>
            )}
          </p>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" type="submit" form={form} busy={apply.isPending}>
            {isReady && values.principal !== undefined ? `Apply for ${moneyText(values.principal)}` : 'Apply'}
          </Button>
        </>
      }
    >
      <Form id={form} className="stack" problems={tries > 0 && !isReady ? tries : apply.error} onSubmit={submit}>
        {apply.error && (unsure || Object.keys(refused).every((field) => !(field in values) && field !== 'memberId')) && (
          <Banner tone={unsure ? 'warning' : 'danger'} title={unsure ? 'No answer from the server' : 'The application was not sent'}>
            {unsure ? 'It may or may not have been sent. Press the button again as it is: it is never sent twice.' : sentence(apply.error)}
          </Banner>
        )}
        {!officer && limits.data && <Waiting limits={limits.data} />}
        <fieldset className="stack" disabled={unsure || apply.isPending}>
          {officer && <MemberField label="Member" onlyActive autoFocus selected={values.borrower} error={shown['memberId']} onSelect={(borrower) => set({ borrower })} />}
          {officer && limits.data && <Waiting limits={limits.data} />}
          {limits.isError && <LoadProblem title="Failed to load what can be borrowed" error={limits.error} onRetry={() => void limits.refetch()} />}
          {!limits.data && !limits.isError && (limits.isFetching ? <SkeletonLines lines={5} /> : <p className="muted">Choose the member first. Then you see how much can be borrowed.</p>)}
          {limits.data && <LoanFields officer={officer} values={values} limits={limits.data} limit={limit} shown={shown} set={set} />}
        </fieldset>
      </Form>
    </Drawer>
  )
}

function problemsOf(values: Values, { officer, limits, limit }: { officer: boolean; limits: Limits | undefined; limit: Limit | undefined }): Record<string, string> {
  const { borrower, principal, instalments, guarantors } = values
  const count = Number(instalments)
  const max = limit?.instalmentsMax ?? 600
  return {
    ...(officer && !borrower ? { memberId: 'Choose the member who borrows' } : {}),
    ...(principal === undefined || principal <= 0n
      ? { principal: 'Enter the amount, such as 250,000 or 250k' }
      : limit && principal > limit.max
        ? { principal: `At most ${moneyText(limit.max)} can be borrowed now: ${limit.why}.` }
        : {}),
    ...(!/^\d+$/.test(instalments) || count < 1 || count > max ? { instalments: `Enter a whole number from 1 to ${max}` } : {}),
    ...(limits && guarantors.length < limits.guarantorsRequired ? { guarantors: `Name ${limits.guarantorsRequired} guarantors` } : {}),
  }
}

/** Somebody who joined too lately hears from when he may borrow, before he fills in the rest. */
function Waiting({ limits }: { limits: Limits }) {
  if (limits.borrowsFrom <= todayInLagos()) return null
  return (
    <Banner tone="warning" title={`Loans begin on ${dayText(limits.borrowsFrom)}`}>
      Members of this cooperative may borrow {limits.waitingMonths} months after joining.
    </Banner>
  )
}

function LoanFields({
  officer, values, limits, limit, shown, set,
}: {
  officer: boolean
  values: Values
  limits: Limits
  limit: Limit | undefined
  shown: Record<string, string | undefined>
  set: (changes: Partial<Values>) => void
}) {
  return (
    <>
      <Select
        label="Loan"
        value={limit?.loanConfigId ?? ''}
        options={limits.limits.map(({ loanConfigId, name, annualRatePercent }) => ({ value: loanConfigId, label: `${name}, ${annualRatePercent} % a year` }))}
        onChange={(loanConfigId) => set({ loanConfigId })}
        error={shown['loanConfigId']}
      />
      <MoneyField
        label="Amount"
        hint={limit ? `At most ${moneyText(limit.max)} now: ${limit.why}.` : '250k means 250,000'}
        value={values.principal}
        onChange={(principal) => set({ principal })}
        error={shown['principal']}
      />
      <TextField
        label="Instalments"
        hint={limit ? `At most ${limit.instalmentsMax}` : undefined}
        inputMode="numeric"
        value={values.instalments}
        onChange={(instalments) => set({ instalments })}
        error={shown['instalments']}
      />
      <TextField label="Purpose" optional maxLength={300} placeholder="School fees, trade, roof" value={values.purpose} onChange={(purpose) => set({ purpose })} error={shown['purpose']} />
      <GuarantorsField
        officer={officer}
        guarantors={values.guarantors}
        required={limits.guarantorsRequired}
        error={shown['guarantors'] ?? Object.entries(shown).find(([field]) => field.startsWith('guarantors.'))?.[1]}
        onChange={(guarantors) => set({ guarantors })}
      />
      <TextField label="Collateral" optional maxLength={300} value={values.collateral} onChange={(collateral) => set({ collateral })} error={shown['collateral']} />
    </>
  )
}
