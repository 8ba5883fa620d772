import { Suspense, lazy, useEffect, useState } from 'react'
import { Card } from '#ui/Card.tsx'
import { Page } from '#ui/Page.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import { Stepper } from '#ui/Stepper.tsx'
import { saveDraft, readDraft } from './draft-api.ts'
import { useEligibility, type Wish } from './eligibility-api.ts'
import * as strings from './strings.ts'

// It loads while the server is asked what the member may borrow.
const ApplyForm = lazy(async () => ({ default: (await import('./ApplyForm.tsx')).ApplyForm }))

const steps = [strings.amount, strings.terms, strings.guarantors, strings.review] as const

/** A member asks for a loan, on a phone: how much and what for, what it costs, who guarantees it, and once more all of it. */
export function ApplyPage() {
  const [wish, setWish] = useState<Wish>(readDraft)
  const [step, setStep] = useState(0)
  const asked = useEligibility(wish, undefined)
  useEffect(() => saveDraft(wish), [wish])
  return (
    <Page title={strings.applyForALoan} narrow description={strings.whatYouFillInStays}>
      <Stepper steps={steps} current={step} />
      <Card>
        <Suspense fallback={<SkeletonLines lines={6} />}>
          <ApplyForm wish={wish} setWish={setWish} asked={asked} step={step} setStep={setStep} />
        </Suspense>
      </Card>
    </Page>
  )
}
