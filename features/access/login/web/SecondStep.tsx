import { type ReactNode, Suspense, useState } from 'react'
import { challengeSecondStep, openSecondStep } from '#features/access/login/second-factors.ts'
import { ApiError, fieldErrors } from '#ui/api/api-error.ts'
import { call } from '#ui/api/call.ts'
import { hasPasskeys } from '#ui/api/passkeys.ts'
import { useAction } from '#ui/api/use-action.ts'
import { usePasskey } from '#ui/api/use-passkey.ts'
import { useNavigate } from '#ui/router/place.ts'
import { session } from '#ui/session/session.ts'
import { userOfCooperative, userOfMember, userOfSuperAdmin } from '#ui/session/session-user.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { EntryFrame } from '#ui/EntryFrame.tsx'
import { Form } from '#ui/Form.tsx'
import { SecondFactorField } from '#ui/parts/SecondFactorField.tsx'
import { toast } from '#ui/toast.ts'
import { whereAfterLogin } from '#ui/session/after-login.ts'
import { isSuspended, loginProblem } from './api.ts'
import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'

type Props = {
  ticket: string
  /** Whether the session outlives this tab. */
  keep: boolean
  onBack: () => void
  /** In place of going to the first page of the area that opened. */
  onOpened?: () => void
  /** What is offered where the login turns out to be a suspended society's. The code that was typed is not used up then. */
  whenSuspended?: (code: string) => ReactNode
}

/** The second step of a login. */
export function SecondStep({ ticket, keep, onBack, onOpened, whenSuspended }: Props) {
  const [code, setCode] = useState('')
  const navigate = useNavigate()
  const open = useAction(openSecondStep, {
    onSuccess: (reply) => {
      const { cooperative, member, superAdmin, memberships } = reply
      const user = cooperative
        ? userOfCooperative(cooperative)
        : member
          ? userOfMember(member, memberships)
          : superAdmin && userOfSuperAdmin(superAdmin)
      if (!user) return
      session.open(user, reply, keep)
      if (onOpened) return onOpened()
      toast.success(fill(strings.welcomeBackFirstName, { firstName: member?.firstName ?? user.name }))
      navigate(whereAfterLogin({ ...user, status: user.cooperativeStatus }))
    },
  })
  const passkey = usePasskey(
    () => call(challengeSecondStep, { ticket }),
    (used) => open.mutateAsync({ ticket, passkey: used }),
  )
  const errors = fieldErrors(open.error)
  const isOfAField = errors['code'] !== undefined || errors['passkey'] !== undefined
  const problem = open.error && !isOfAField ? loginProblem(open.error) : undefined
  // A ticket that has run out leads nowhere but back.
  const isOver = open.error instanceof ApiError && open.error.status === 422 && !isOfAField
  return (
    <EntryFrame title={strings.twoStepVerification} description={strings.yourPasswordWasRightNow}>
      <Form className="stack" onSubmit={() => open.mutate({ ticket, code })} problems={open.error}>
        {problem && (
          <Banner tone="danger" title={problem.title}>
            {problem.text}
          </Banner>
        )}
        {passkey.problem && !problem && <Banner tone="danger">{passkey.problem}</Banner>}
        {isSuspended(open.error) && <Suspense>{whenSuspended?.(code)}</Suspense>}
        {!isOver && <SecondFactorField value={code} onChange={setCode} error={errors['code']} autoFocus />}
        {!isOver && (
          <Button type="submit" look="primary" wide busy={open.isPending}>
            {strings.continueText}
          </Button>
        )}
        {!isOver && hasPasskeys && (
          <Button wide busy={passkey.isPending} onClick={passkey.use}>
            {strings.useAPasskey}
          </Button>
        )}
        <Button wide look={isOver ? 'primary' : 'quiet'} onClick={onBack}>
          {strings.backToLogin}
        </Button>
      </Form>
    </EntryFrame>
  )
}
