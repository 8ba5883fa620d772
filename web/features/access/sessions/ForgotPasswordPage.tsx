import { resetPassword, forgotPassword } from '#contract/access/sessions.ts'
import { MessagesAreSaved } from '#web/parts/MessagesAreSaved.tsx'
import { useAction } from '#web/api/use-action.ts'
import { Link } from '#web/router/Link.tsx'
import { useNavigate, useSearch } from '#web/router/place.ts'
import { Suspense, lazy, useEffect, useState } from 'react'
import { fieldErrors, sentence } from '#web/api/api-error.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { EntryFrame } from '#web/ui/EntryFrame.tsx'
import { Form } from '#web/ui/Form.tsx'
import { PasswordAdvice } from '#web/ui/PasswordAdvice.tsx'
import { PasswordField } from '#web/ui/PasswordField.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { usePageTitle } from '#web/ui/page-title.ts'
import { toast } from '#web/ui/toast.ts'

const DataNotice = lazy(async () => ({ default: (await import('./DataNotice.tsx')).DataNotice }))

/** A new password with a code: one that was asked for here, or the activation code that a new member was given. */
export function ForgotPasswordPage() {
  const search = useSearch()
  const activating = Boolean(search.activate)
  const title = activating ? 'Activate your account' : 'Forgot password'
  usePageTitle(title)
  const [identifier, setIdentifier] = useState(search.identifier ?? '')
  const [step, setStep] = useState<'ask' | 'set' | 'done'>(activating || search.code ? 'set' : 'ask')

  if (step === 'done') {
    return (
      <EntryFrame title="Password Reset" description="Your new password is set. You can log in with it now.">
        <div className="stack">
          <Link to="/login" className={buttonClass('primary')}>
            Cooperative login
          </Link>
          <Link to="/member-login" className={buttonClass('secondary')}>
            Member Login
          </Link>
        </div>
      </EntryFrame>
    )
  }
  if (step === 'ask')
    return <AskForCode identifier={identifier} setIdentifier={setIdentifier} onSent={() => setStep('set')} />
  return (
    <SetPassword
      title={title}
      activating={activating}
      asked={!activating && !search.code}
      identifier={identifier}
      setIdentifier={setIdentifier}
      codeGiven={search.code ?? ''}
      onBack={() => setStep('ask')}
      onDone={() => setStep('done')}
    />
  )
}

function AskForCode({
  identifier,
  setIdentifier,
  onSent,
}: {
  identifier: string
  setIdentifier: (text: string) => void
  onSent: () => void
}) {
  const ask = useAction(forgotPassword)
  const errors = fieldErrors(ask.error)
  return (
    <EntryFrame
      title="Forgot password"
      description={
        <>
          Tell us who you are and we send a code to the phone of your account.
          <MessagesAreSaved />
        </>
      }
    >
      <Form
        className="stack"
        problems={ask.error}
        onSubmit={() => ask.mutate({ identifier: identifier.trim() }, { onSuccess: onSent })}
      >
        {ask.error && !errors['identifier'] && (
          <Banner tone="danger" title="Reset Failed">
            {sentence(ask.error)}
          </Banner>
        )}
        <TextField
          label="Phone number or CoopId"
          hint="Members use their phone number or membership number."
          name="identifier"
          autoComplete="username"
          autoCapitalize="none"
          value={identifier}
          onChange={setIdentifier}
          error={errors['identifier'] && 'Enter your phone number or CoopId'}
        />
        <Button type="submit" look="primary" wide busy={ask.isPending}>
          Send the code
        </Button>
      </Form>
      <div className="entry__links">
        <p>
          <Link to="/login">Cooperative login</Link>
        </p>
        <p>
          <Link to="/member-login">Member Login</Link>
        </p>
      </div>
    </EntryFrame>
  )
}

function SetPassword({
  title,
  activating,
  asked,
  identifier,
  setIdentifier,
  codeGiven,
  onBack,
  onDone,
}: {
  title: string
  activating: boolean
  /** Whether a code was asked for on the screen before. */
  asked: boolean
  identifier: string
  setIdentifier: (text: string) => void
  codeGiven: string
  onBack: () => void
  onDone: () => void
}) {
  const [code, setCode] = useState(codeGiven)
  const [password, setPassword] = useState('')
  const [confirmPassword, setConfirmPassword] = useState('')
  const [noticeVersion, setNoticeVersion] = useState<string>()
  const reset = useAction(resetPassword)
  const navigate = useNavigate()
  const errors = fieldErrors(reset.error)

  function submit() {
    reset.mutate(
      {
        identifier: identifier.trim(),
        code: code.trim(),
        password,
        confirmPassword,
        ...(noticeVersion !== undefined && { noticeVersion }),
      },
      {
        onSuccess: () => {
          if (!activating) return onDone()
          toast.success('Your account is active. Login with your new password.')
          navigate({ to: '/member-login' })
        },
      },
    )
  }

  return (
    <EntryFrame
      title={title}
      description={
        activating
          ? 'Your cooperative gave you an activation code, on paper or by SMS. Choose a password with it.'
          : 'Enter the code and choose a new password.'
      }
    >
      <Form className="stack" problems={reset.error} onSubmit={submit}>
        {asked && !reset.error && (
          <Banner tone="info" title="Reset Email Sent">
            If an account uses {identifier.trim()}, an SMS with a code is sent. It works for 10 minutes.
            <MessagesAreSaved />
          </Banner>
        )}
        {reset.error && (
          <Banner tone="danger" title="Reset Failed">
            {sentence(reset.error)}
          </Banner>
        )}
        {!asked && (
          <TextField
            label={activating ? 'Phone number or membership number' : 'Phone number or CoopId'}
            hint={activating ? undefined : 'Members use their phone number or membership number.'}
            name="identifier"
            autoComplete="username"
            autoCapitalize="none"
            value={identifier}
            onChange={setIdentifier}
            error={errors['identifier'] && 'Enter your phone number or membership number'}
          />
        )}
        <TextField
          label={activating ? 'Activation code' : 'Code'}
          name="code"
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
          className="number"
          value={code}
          onChange={setCode}
          error={errors['code'] && (code.trim() === '' ? 'Enter the code' : errors['code'])}
        />
        <PasswordField
          label="New password"
          name="password"
          autoComplete="new-password"
          placeholder="Minimum 8 characters"
          value={password}
          onChange={setPassword}
          error={errors['password'] && (password === '' ? 'Choose a password' : errors['password'])}
        />
        <PasswordAdvice password={password} />
        <PasswordField
          label="Confirm password"
          name="confirmPassword"
          autoComplete="new-password"
          value={confirmPassword}
          onChange={setConfirmPassword}
          error={errors['confirmPassword']}
        />
        {activating && (
          <Suspense>
            <DataNotice onShown={setNoticeVersion} />
          </Suspense>
        )}
        <Button type="submit" look="primary" wide busy={reset.isPending}>
          {activating ? 'Activate' : 'Set the password'}
        </Button>
      </Form>
      <div className="entry__links">
        {asked && <Resend identifier={identifier} onBack={onBack} />}
        {activating && (
          <p>
            Already active? <Link to="/member-login">Member Login</Link>
          </p>
        )}
      </div>
    </EntryFrame>
  )
}

/** Another code, a minute after the last. */
function Resend({ identifier, onBack }: { identifier: string; onBack: () => void }) {
  const [wait, setWait] = useState(60)
  const ask = useAction(forgotPassword)
  useEffect(() => {
    if (wait === 0) return
    const timer = setTimeout(() => setWait(wait - 1), 1000)
    return () => clearTimeout(timer)
  }, [wait])
  return (
    <div className="row">
      <Button
        look="quiet"
        disabled={wait > 0}
        busy={ask.isPending}
        onClick={() =>
          ask.mutate(
            { identifier: identifier.trim() },
            {
              onSuccess: () => {
                setWait(60)
                toast.success('Another code is sent')
              },
              onError: (error) => toast.error(sentence(error)),
            },
          )
        }
      >
        {wait > 0 ? `Send another code in ${wait} s` : 'Send another code'}
      </Button>
      <Button look="quiet" onClick={onBack}>
        Use another number
      </Button>
    </div>
  )
}
