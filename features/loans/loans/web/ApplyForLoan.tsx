import { useState } from 'react'
import { applyForLoan } from '#features/loans/loans/loan-applications.ts'
import { isDay } from '#core/calendar.ts'
import { useAction } from '#ui/api/use-action.ts'
import { fieldErrors } from '#ui/api/api-error.ts'
import type { FoundMember } from '#ui/parts/choices.ts'
import { ActionProblem } from '#ui/ActionProblem.tsx'
import { Button } from '#ui/Button.tsx'
import { Drawer } from '#ui/Dialog.tsx'
import { Form } from '#ui/Form.tsx'
import { LoadProblem } from '#ui/LoadProblem.tsx'
import { MemberField } from '#ui/parts/MemberField.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import { TextField } from '#ui/TextField.tsx'
import { moneyText } from '#ui/format.ts'
import { toastThen } from '#ui/toast.ts'
import { EligibilityRules } from './EligibilityRules.tsx'
import { GuarantorsField } from './GuarantorsField.tsx'
import {
  type Eligibility,
  type EligibleLoan,
  goodsToSend,
  guarantorProblem,
  nothingWished,
  settlementOf,
  settlesToSend,
  useEligibility,
  type Wish,
  wishProblems,
} from './eligibility-api.ts'
import { LoanWishFields } from './LoanWishFields.tsx'
import { errorOfSettles, SettlesField } from './SettlesField.tsx'

type Values = Wish & { borrower: FoundMember | undefined }

const form = 'apply-for-loan'

/** An officer's form of an application. It says which rules the member meets before anything is sent. */
export function ApplyForLoan({ onClose }: { onClose: () => void }) {
  const [values, setValues] = useState<Values>({ ...nothingWished, borrower: undefined })
  const [tries, setTries] = useState(0)
  const asked = useEligibility(values, values.borrower?.memberid, values.borrower !== undefined)
  const apply = useAction(applyForLoan)
  const { loan } = asked
  const settlement = settlementOf(asked.data?.running ?? [], values.settles)
  const set = (changes: Partial<Values>) => {
    setValues((now) => ({ ...now, ...changes }))
    if (apply.error) apply.reset()
  }
  const problems: Record<string, string> = {
    ...(values.borrower ? {} : { memberId: 'Choose the member who borrows' }),
    ...wishProblems(values, loan),
    ...(loan ? guarantorProblem(values, loan) : {}),
  }
  const refused = apply.error ? fieldErrors(apply.error) : {}
  const shown: Record<string, string | undefined> = { ...refused, ...(tries > 0 ? problems : {}) }
  const isReady = Object.keys(problems).length === 0 && loan !== undefined

  function submit() {
    setTries(tries + 1)
    const { borrower, principal, instalments, startOn, purpose, collateral, guarantors, netSalary } = values
    if (!isReady || !loan || principal === undefined) return
    apply.mutate(
      {
        memberId: borrower?.memberid,
        loanConfigId: loan.loanConfigId,
        principal,
        instalments: Number(instalments),
        netSalary: loan.wantsSalary ? netSalary : undefined,
        ...(loan.choosesPrepayment && { prepayment: values.prepayment }),
        startOn: isDay(startOn) ? startOn : undefined,
        purpose: purpose.trim() || undefined,
        collateral: collateral.trim() || undefined,
        guarantors: guarantors.map(({ memberId }) => memberId),
        settles: settlesToSend(values, asked.data),
        goods: goodsToSend(values, loan),
      },
      toastThen((made) => `Application for ${moneyText(made.principal)} sent`, onClose),
    )
  }
  return (
    <Drawer
      open
      onClose={onClose}
      title="New loan application"
      actions={
        <>
          <p className="dialog__sentence" aria-live="polite">
            {isReady && values.principal !== undefined ? (
              <>
                Ask for <strong className="number">{moneyText(values.principal)}</strong> as a{' '}
                <strong>{loan.name}</strong> loan
                {values.borrower ? ` for ${values.borrower.firstName} ${values.borrower.lastName}` : ''}, in{' '}
                {values.instalments} instalments at {loan.annualRatePercent} % a year.
                {settlement > 0n && ` ${moneyText(settlement)} of it settles what runs, by today’s figure.`}
              </>
            ) : (
              <span className="muted">Review the summary here before you send it.</span>
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
        <ActionProblem
          error={apply.error}
          title="The application was not sent"
          isBeside={Object.keys(refused).some((field) => field in values || field === 'memberId')}
        />
        <MemberField
          label="Member"
          onlyActive
          autoFocus
          selected={values.borrower}
          error={shown['memberId']}
          onSelect={(borrower) => set({ borrower, settles: [] })}
        />
        {asked.isError && (
          <LoadProblem title="Failed to load what can be borrowed" error={asked.error} onRetry={asked.retry} />
        )}
        {!asked.data &&
          !asked.isError &&
          (asked.isFetching ? (
            <SkeletonLines lines={5} />
          ) : (
            <p className="muted">Choose the member first. Then you see how much can be borrowed.</p>
          ))}
        {asked.data && <LoanFields values={values} eligibility={asked.data} loan={loan} shown={shown} set={set} />}
      </Form>
    </Drawer>
  )
}

type Fields = {
  values: Values
  eligibility: Eligibility
  loan: EligibleLoan | undefined
  shown: Record<string, string | undefined>
  set: (changes: Partial<Values>) => void
}

function LoanFields({ values, eligibility, loan, shown, set }: Fields) {
  return (
    <>
      {!loan?.forGoods && (
        <SettlesField
          officer
          running={eligibility.running}
          chosen={values.settles}
          error={errorOfSettles(shown)}
          onChange={(settles) => set({ settles })}
        />
      )}
      <LoanWishFields officer values={values} loans={eligibility.loans} loan={loan} shown={shown} set={set} />
      {loan && (
        <section aria-label="How much may be borrowed">
          <EligibilityRules loan={loan} />
        </section>
      )}
      <GuarantorsField
        officer
        guarantors={values.guarantors}
        required={loan?.guarantorsRequired ?? 0}
        error={shown['guarantors'] ?? Object.entries(shown).find(([field]) => field.startsWith('guarantors.'))?.[1]}
        onChange={(guarantors) => set({ guarantors })}
      />
      <TextField
        label="Collateral"
        optional
        maxLength={300}
        value={values.collateral}
        onChange={(collateral) => set({ collateral })}
        error={shown['collateral']}
      />
    </>
  )
}
