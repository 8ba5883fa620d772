import { useEffect, useState } from 'react'
import type { Parsed } from '#core/contract/endpoint.ts'
import { challengeIdentity, getSecondFactor, proveIdentity } from '#features/access/login/second-factors.ts'
import { fieldErrors, sentence } from '#ui/api/api-error.ts'
import { call } from '#ui/api/call.ts'
import { hasPasskeys } from '#ui/api/passkeys.ts'
import { usePasskey } from '#ui/api/use-passkey.ts'
import { useWork } from '#ui/api/use-work.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { Dialog, CancelOr } from '#ui/Dialog.tsx'
import { Form } from '#ui/Form.tsx'
import { PasswordField } from '#ui/PasswordField.tsx'
import { session } from '#ui/session/session.ts'
import { SecondFactorField } from '#ui/parts/SecondFactorField.tsx'
import * as strings from './strings.ts'

/** Takes the password, or what the person has as a second factor, before what needs it goes on. */
export function StepUpDialog({ onAnswer }: { onAnswer: (isProved: boolean) => void }) {
  const [method, setMethod] = useState<'password' | 'code'>('password')
  const [typed, setTyped] = useState('')
  const [has, setHas] = useState({ secondFactor: false, passkey: false })
  useEffect(() => {
    // The password is taken from everybody, also where it stays unknown what else there is.
    call(getSecondFactor, {}).then(
      ({ authenticator, passkeys }) => {
        const passkey = passkeys.length > 0
        setHas({ secondFactor: authenticator !== null || passkey, passkey: passkey && hasPasskeys })
      },
      () => undefined,
    )
  }, [])
  const prove = useWork(proveAndRenew, { onSuccess: () => onAnswer(true) })
  const passkey = usePasskey(
    () => call(challengeIdentity, {}),
    (used) => prove.mutateAsync({ passkey: used }),
  )
  const errors = fieldErrors(prove.error)
  const cancel = () => onAnswer(false)
  return (
    <Dialog
      open
      onClose={cancel}
      title={strings.confirmItsYou}
      description={has.secondFactor ? strings.thisNeedsYourPasswordAgain : strings.thisNeedsYourPassword}
      actions={
        <CancelOr onCancel={cancel} type="submit" form="step-up" look="primary" busy={prove.isPending}>
          {strings.confirm}
        </CancelOr>
      }
    >
      <Form id="step-up" className="stack" problems={prove.error} onSubmit={() => prove.mutate({ [method]: typed })}>
        {passkey.problem ? (
          <Banner tone="danger">{passkey.problem}</Banner>
        ) : (
          prove.error && errors[method] === undefined && <Banner tone="danger">{sentence(prove.error)}</Banner>
        )}
        {method === 'password' ? (
          <PasswordField
            label={strings.yourPassword}
            name="password"
            autoComplete="current-password"
            value={typed}
            onChange={setTyped}
            error={errors['password']}
            data-autofocus
            autoFocus
          />
        ) : (
          <SecondFactorField value={typed} onChange={setTyped} error={errors['code']} autoFocus />
        )}
        <div className="row">
          {has.passkey && (
            <Button size="small" busy={passkey.isPending} onClick={passkey.use}>
              {strings.useAPasskey}
            </Button>
          )}
          {has.secondFactor && (
            <Button
              look="quiet"
              size="small"
              onClick={() => {
                setMethod(method === 'password' ? 'code' : 'password')
                setTyped('')
                prove.reset()
              }}
            >
              {method === 'password' ? strings.useACodeInstead : strings.useYourPasswordInstead}
            </Button>
          )}
        </div>
      </Form>
    </Dialog>
  )
}

/** The access token that asked has ended with the answer, so the next one is in use before anything else is asked. */
async function proveAndRenew(input: Parsed<typeof proveIdentity>): Promise<void> {
  const before = session.refreshToken()
  const { accessToken } = await call(proveIdentity, input)
  // A question that was on its way with the old one may have refreshed the session already.
  const refreshToken = session.refreshToken()
  if (refreshToken !== null && refreshToken === before) session.renew({ accessToken, refreshToken })
}
