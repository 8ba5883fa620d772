import { useQuery } from '@tanstack/react-query'
import { setUpCooperative } from '#features/society/configuration/set-up.ts'
import { listAccountTypes } from '#features/society/configuration/account-types.ts'
import { listLoanConfigurations, getConfiguration } from '#features/society/configuration/contract.ts'
import { useEffect, useState } from 'react'
import { useAction } from '#ui/api/use-action.ts'
import { query } from '#ui/api/query.ts'
import { wholeList } from '#ui/api/whole-list.ts'
import { fieldErrors } from '#ui/api/api-error.ts'
import { HrefLink } from '#ui/router/Link.tsx'
import { go as goTo } from '#ui/router/place.ts'
import { RefusedBanner } from '#ui/RefusedBanner.tsx'
import { Banner } from '#ui/Banner.tsx'
import { Button, buttonClass } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Form } from '#ui/Form.tsx'
import { LoadProblem } from '#ui/LoadProblem.tsx'
import { Page } from '#ui/Page.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import { Stepper } from '#ui/Stepper.tsx'
import { todayInLagos } from '#ui/format.ts'
import './GuidedSetUp.css'
import { KindStep, LoansStep, RulesStep, SavingsStep } from './SetUpSteps.tsx'
import { SetUpOutcome, SetUpSummary } from './SetUpSummary.tsx'
import type { SetUpDone } from './api.ts'
import {
  beginDraft,
  type Draft,
  dropDraft,
  saveDraft,
  type Present,
  readDraft,
  readSetUp,
  stepOf,
} from './draft-api.ts'

const home = '/coop/financial-operations/setup'
const steps = ['Kind', 'Savings', 'Loans', 'Approvals and fees', 'Summary']
const last = steps.length - 1

/** From the kind of society to settings, savings and loans in a few steps; the bye-laws in hand are all it takes. */
export function GuidedSetUp() {
  const settings = useQuery(query(getConfiguration, {}))
  const types = useQuery(wholeList(listAccountTypes, { retired: 'true' }))
  const loans = useQuery(wholeList(listLoanConfigurations, { retired: 'true' }))
  const [done, setDone] = useState<SetUpDone>()
  const failed = [settings, types, loans].find(({ isError }) => isError)
  const present: Present | undefined = settings.data &&
    types.data &&
    loans.data && { settings: settings.data, types: types.data, loans: loans.data }
  return (
    <Page
      title="Guided set-up"
      narrow
      description="Take your bye-laws in hand. What you choose stays in this browser until you store it, so you can leave and come back."
    >
      {done && (
        <Card>
          <div className="stack">
            <Banner tone="success" title="Your cooperative is set up">
              Every change is in the history of the configuration.
            </Banner>
            <SetUpOutcome done={done} />
            <div className="row">
              <HrefLink href={home} className={buttonClass('primary')}>
                See the configuration
              </HrefLink>
            </div>
          </div>
        </Card>
      )}
      {!done && failed?.error && <LoadProblem title="Failed to load the configuration" of={failed} />}
      {!done && !failed && !present && <SkeletonLines lines={8} />}
      {!done && present && <Flow present={present} onDone={setDone} />}
    </Page>
  )
}

function Flow({ present, onDone }: { present: Present; onDone: (done: SetUpDone) => void }) {
  const [draft, setDraft] = useState<Draft>(() => readDraft() ?? beginDraft(present.settings.societyKind, present, 0))
  const [tries, setTries] = useState(0)
  const action = useAction(setUpCooperative)
  const { step } = draft
  useEffect(() => saveDraft(draft), [draft])
  const { body, problems } = readSetUp(draft, present, todayInLagos())
  const wrongHere = Object.fromEntries(
    Object.entries(problems).filter(([field]) => step === last || stepOf(field) === step),
  )
  const wrong = Object.keys(wrongHere).length > 0
  const shown = { ...withoutPlace(fieldErrors(action.error)), ...(tries > 0 ? wrongHere : {}) }
  const set = (changes: Partial<Draft>) => {
    setDraft((now) => ({ ...now, ...changes }))
    if (action.error) action.reset()
  }
  function go(to: number) {
    setTries(0)
    setDraft((now) => ({ ...now, step: to }))
    window.scrollTo({ top: 0 })
  }
  function next() {
    setTries(tries + 1)
    if (step < last && !wrong) return go(step + 1)
    const [field] = Object.keys(problems)
    if (step < last || field) return field && step === last ? go(stepOf(field)) : undefined
    action.mutate(body, {
      onSuccess: (done) => {
        dropDraft()
        onDone(done)
        window.scrollTo({ top: 0 })
      },
      // The sentence is above the long summary.
      onError: () => window.scrollTo({ top: 0 }),
    })
  }
  const props = { draft, shown, set }
  return (
    <>
      <Stepper steps={steps} current={step} label="Steps of the set-up" />
      <Card>
        <Form className="stack" onSubmit={next} problems={tries > 0 && wrong ? tries : action.error}>
          {action.error && <RefusedBanner error={action.error} title="Nothing was stored" />}
          {step === 0 && (
            <KindStep
              kind={draft.kind}
              present={present.settings.societyKind}
              onChoose={(kind) => set(beginDraft(kind, present, 0))}
            />
          )}
          {step === 1 && <SavingsStep {...props} />}
          {step === 2 && <LoansStep {...props} />}
          {step === 3 && <RulesStep {...props} />}
          {step === last && <SetUpSummary body={body} present={present} />}
          <div className="set-up-buttons">
            {step > 0 ? (
              <Button onClick={() => go(step - 1)}>Back</Button>
            ) : (
              <Button onClick={() => void goTo(home)}>Leave</Button>
            )}
            {step === 0 && <Button onClick={() => go(last)}>Skip to the summary</Button>}
            <Button look="primary" type="submit" busy={action.isPending}>
              {step < last ? 'Continue' : 'Set up the cooperative'}
            </Button>
          </div>
        </Form>
      </Card>
    </>
  )
}

/** The server names a setting by its place in the request. */
function withoutPlace(errors: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(errors).map(([field, message]) => [field.replace(/^settings\./, ''), message]),
  )
}
