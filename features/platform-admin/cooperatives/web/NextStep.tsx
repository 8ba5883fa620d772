import { useQuery } from '@tanstack/react-query'
import { getStatistics } from '#features/platform-admin/overview/statistics.ts'
import { query } from '#ui/api/query.ts'
import { useHref } from '#ui/router/place.ts'
import { buttonClass } from '#ui/Button.tsx'
import { nextStep } from './FirstSteps.tsx'
import './NextStep.css'
import { useIsSettingUp } from './steps-api.ts'

/** Milliseconds between requests for the state of the steps, which the open page may have changed. */
const askEvery = 4000

/**
 * On the pages of the first steps, the step that comes next, until members and a first receipt are there. Only after the
 * dashboard was open, so that every other page asks for nothing more.
 */
export function NextStep() {
  const href = useHref()
  const isSettingUp = useIsSettingUp()
  const { data } = useQuery({
    ...query(getStatistics, {}),
    enabled: isSettingUp,
    refetchInterval: askEvery,
    staleTime: 0,
  })
  const next = isSettingUp && data?.cooperative ? nextStep(data.cooperative.firstSteps) : undefined
  if (!next || (next.step.page !== undefined && href.startsWith(next.step.page))) return null
  return (
    <section className="next-step" aria-label="Next step of setting up">
      <p>
        <span className="muted">
          Setting up, {next.done} of {next.all} steps are done. Next:
        </span>{' '}
        <strong>{next.step.title}</strong>
      </p>
      {next.step.actions(buttonClass('primary', 'small'), buttonClass('secondary', 'small'))}
    </section>
  )
}
