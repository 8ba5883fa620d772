import { applyForLoan } from '#features/loans/loans/loan-applications.ts'
import { useState } from 'react'
import { isDay } from '#core/calendar.ts'
import { useAction } from '#ui/api/use-action.ts'
import { fieldErrors } from '#ui/api/api-error.ts'
import { useNavigate } from '#ui/router/place.ts'
import { ActionProblem } from '#ui/ActionProblem.tsx'
import { Button } from '#ui/Button.tsx'
import { Form } from '#ui/Form.tsx'
import { LoadProblem } from '#ui/LoadProblem.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import { moneyText } from '#ui/format.ts'
import { toast } from '#ui/toast.ts'
import './ApplyForm.css'
import { AmountStep, GuarantorsStep, ReviewStep, TermsStep } from './ApplySteps.tsx'
import { dropDraft } from './draft-api.ts'
import {
  goodsToSend,
  guarantorProblem,
  settlesToSend,
  type useEligibility,
  type Wish,
  wishProblems,
} from './eligibility-api.ts'
import { sendPapers } from './papers-api.ts'
import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'

/** Which step shows a field that the server refused. */
function stepOf(field: string): number {
  if (field.startsWith('guarantors')) return 2
  return field.startsWith('settles') ||
    field.startsWith('goods') ||
    [
      'principal',
      'instalments',
      'prepayment',
      'netSalary',
      'loanConfigId',
      'startOn',
      'purpose',
      'collateral',
    ].includes(field)
    ? 0
    : 3
}

type ApplyFormProps = {
  wish: Wish
  setWish: (change: (wish: Wish) => Wish) => void
  asked: ReturnType<typeof useEligibility>
  step: number
  setStep: (step: number) => void
}

/** The step that is open, with what leads to the next one; the last step sends the application. */
export function ApplyForm({ wish, setWish, asked, step, setStep }: ApplyFormProps) {
  const [tries, setTries] = useState(0)
  const [papers, setPapers] = useState<readonly File[]>([])
  const navigate = useNavigate()
  const apply = useAction(applyForLoan)
  const { loan } = asked
  const set = (changes: Partial<Wish>) => {
    setWish((now) => ({ ...now, ...changes }))
    if (apply.error) apply.reset()
  }
  const problems: Record<string, string> = !loan
    ? {}
    : step === 0
      ? wishProblems(wish, loan)
      : step === 2
        ? guarantorProblem(wish, loan)
        : {}
  const refused = apply.error ? fieldErrors(apply.error) : {}
  const shown = { ...refused, ...(tries > 0 ? problems : {}) }
  const go = (to: number) => {
    setTries(0)
    setStep(to)
    window.scrollTo({ top: 0 })
  }

  function next() {
    setTries(tries + 1)
    if (!loan || Object.keys(problems).length > 0) return
    if (step < 3) go(step + 1)
    else send()
  }
  function send() {
    const { principal, instalments, startOn, purpose, collateral, guarantors, netSalary } = wish
    if (!loan || principal === undefined) return
    apply.mutate(
      {
        loanConfigId: loan.loanConfigId,
        principal,
        instalments: Number(instalments),
        netSalary: loan.wantsSalary ? netSalary : undefined,
        ...(loan.choosesPrepayment && { prepayment: wish.prepayment }),
        startOn: isDay(startOn) ? startOn : undefined,
        purpose: purpose.trim() || undefined,
        collateral: collateral.trim() || undefined,
        guarantors: guarantors.map(({ memberId }) => memberId),
        settles: settlesToSend(wish, asked.data),
        goods: goodsToSend(wish, loan),
      },
      {
        onSuccess: (made) => {
          dropDraft()
          toast.success(fill(strings.applicationForSent, { principal: moneyText(made.principal) }))
          if (papers.length > 0) void sendPapers(made.id, papers)
          navigate({ to: '/member/loans/$loanId', params: { loanId: made.id } })
        },
        onError: (error) => {
          const [field] = Object.keys(fieldErrors(error))
          if (field) go(stepOf(field))
        },
      },
    )
  }
  return (
    <>
      {asked.isError && <LoadProblem title={strings.failedToLoadWhatYou} error={asked.error} onRetry={asked.retry} />}
      {!asked.data && !asked.isError && <SkeletonLines lines={6} />}
      {asked.data && (
        <Form
          id="apply"
          className="stack"
          problems={tries > 0 && Object.keys(problems).length > 0 ? tries : apply.error}
          onSubmit={next}
        >
          <ActionProblem error={apply.error} title={strings.theApplicationWasNotSent} />
          {step === 0 && <AmountStep wish={wish} eligibility={asked.data} loan={loan} shown={shown} set={set} />}
          {step === 1 && loan && <TermsStep wish={wish} loan={loan} />}
          {step === 2 && loan && <GuarantorsStep wish={wish} loan={loan} shown={shown} set={set} />}
          {step === 3 && loan && (
            <ReviewStep wish={wish} eligibility={asked.data} loan={loan} papers={papers} onPapers={setPapers} />
          )}
          <div className="apply-buttons">
            {step > 0 ? (
              <Button onClick={() => go(step - 1)}>{strings.back}</Button>
            ) : (
              <Button onClick={() => navigate({ to: '/member/loans' })}>{strings.leave}</Button>
            )}
            <Button look="primary" type="submit" busy={apply.isPending}>
              {step < 3
                ? strings.continueText
                : fill(strings.applyFor, { principal: moneyText(wish.principal ?? (0n as never)) })}
            </Button>
          </div>
        </Form>
      )}
    </>
  )
}
