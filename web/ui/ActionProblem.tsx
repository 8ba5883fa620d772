import { isConnectionProblem } from '#web/api/api-error.ts'
import { useIsOnline } from '#web/pwa/network.ts'
import { Banner } from './Banner.tsx'
import { RefusedBanner } from './RefusedBanner.tsx'
import { fill } from '#domain/fill.ts'
import * as strings from './strings.ts'

/**
 * Above a form: why its action was refused, in the server's words under `title`, or that it had no answer. Whether it was
 * done is then open: the form closes its fields, so that only the very same request is sent again. `done` is the
 * action's participle, such as "sent"; `isBeside` says that a refusal is shown beside a field already.
 */
export function ActionProblem({
  error,
  title,
  done,
  isBeside = false,
}: {
  error: Error | null
  title: string
  done: string
  isBeside?: boolean
}) {
  const isOnline = useIsOnline()
  if (error === null) return null
  if (!isConnectionProblem(error)) {
    return isBeside ? null : <RefusedBanner error={error} title={title} />
  }
  return (
    // The fields are closed meanwhile, and without one stop in it a drawer could not be scrolled by keyboard.
    <div tabIndex={0} role="group" aria-label={strings.outcome}>
      {isOnline ? (
        <Banner tone="warning" title={strings.noAnswerFromTheServer}>
          {fill(strings.itMayOrMayNot, { done, done2: done })}
        </Banner>
      ) : (
        <Banner tone="warning" title={strings.noNetwork}>
          {fill(strings.whatYouTypedStaysHere, { done })}
        </Banner>
      )}
    </div>
  )
}
