import { resetPassword, forgotPassword } from '#features/access/login/contract.ts'
import { MessagesAreSaved } from '#ui/parts/MessagesAreSaved.tsx'
import { useAction } from '#ui/api/use-action.ts'
import { Link } from '#ui/router/Link.tsx'
import { useNavigate, useSearch } from '#ui/router/place.ts'
import { Suspense, lazy, useEffect, useState } from 'react'
import { fieldErrors, sentence } from '#ui/api/api-error.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button, buttonClass } from '#ui/Button.tsx'
import { EntryFrame } from '#ui/EntryFrame.tsx'
import { Form } from '#ui/Form.tsx'
import { PasswordAdvice } from '#ui/PasswordAdvice.tsx'
import { PasswordField } from '#ui/PasswordField.tsx'
import { TextField } from '#ui/TextField.tsx'
import { usePageTitle } from '#ui/page-title.ts'
import { toast } from '#ui/toast.ts'
import { fill } from '#core/fill.ts'
import { fillElements } from '#ui/fill-elements.tsx'
import { whereAfterLogin } from '#ui/session/after-login.ts'
import { isOpened, typedIdentifier, useLoginMember } from './api.ts'
import * as strings from './strings.ts'

const DataNotice = lazy(async () => ({ default: (await import('./DataNotice.tsx')).DataNotice }))

/** A new password with a code: one that was asked for here, or the activation code that a new member was given. */
export function ForgotPasswordPage() {
  const search = useSearch()
  const activating = Boolean(search.activate)
  const title = activating ? strings.activateYourAccount : strings.forgotPassword
  usePageTitle(title)
  const [identifier, setIdentifier] = useState(search.identifier ?? '')
  const [step, setStep] = useState<'ask' | 'set' | 'done'>(activating || search.code ? 'set' : 'ask')

  if (step === 'done') {
    return (
      <EntryFrame title={strings.passwordReset} description={strings.yourNewPasswordIsSet}>
        <div className="stack">
          <Link to="/login" className={buttonClass('primary')}>
            {strings.cooperativeLogin}
          </Link>
          <Link to="/member-login" className={buttonClass('secondary')}>
            {strings.memberLogin}
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
      isAuditor={search.activate === 'audit'}
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
      title={strings.forgotPassword}
      description={
        <>
          {strings.tellUsWhoYouAre}
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
          <Banner tone="danger" title={strings.resetFailed}>
            {sentence(ask.error)}
          </Banner>
        )}
        <TextField
          label={strings.phoneNumberOrCoopid}
          hint={strings.membersUseTheirPhoneNumber}
          name="identifier"
          autoComplete="username"
          autoCapitalize="none"
          value={identifier}
          onChange={setIdentifier}
          error={errors['identifier'] && strings.enterYourPhoneNumberOr}
        />
        <Button type="submit" look="primary" wide busy={ask.isPending}>
          {strings.sendTheCode}
        </Button>
      </Form>
      <div className="entry__links">
        <p>
          <Link to="/login">{strings.cooperativeLogin}</Link>
        </p>
        <p>
          <Link to="/member-login">{strings.memberLogin}</Link>
        </p>
      </div>
    </EntryFrame>
  )
}

function SetPassword({
  title,
  activating,
  isAuditor,
  asked,
  identifier,
  setIdentifier,
  codeGiven,
  onBack,
  onDone,
}: {
  title: string
  activating: boolean
  /** Whether it is an external auditor, who is no member, with the code of their invitation. */
  isAuditor: boolean
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
  const login = useLoginMember()
  const navigate = useNavigate()
  const errors = fieldErrors(reset.error)

  /** The password was chosen a moment ago: the member is not asked for it again, unless the login asks for more. */
  function begin() {
    const toLogin = () => {
      toast.success(strings.yourAccountIsActiveLogin)
      navigate({ to: '/member-login' })
    }
    login.mutate(
      { phoneNumber: typedIdentifier(identifier), password, keepSignedIn: true },
      {
        onSuccess: (reply) => {
          if (!isOpened(reply)) return toLogin()
          const { member, accessToken } = reply
          toast.success(fill(strings.welcomeFirstName, { firstName: member.firstName }))
          navigate(whereAfterLogin({ role: 'member', cooperativeId: member.cooperativeId, accessToken }))
        },
        onError: toLogin,
      },
    )
  }

  function submit() {
    reset.mutate(
      {
        identifier: identifier.trim(),
        code: code.trim(),
        password,
        confirmPassword,
        ...(noticeVersion !== undefined && { noticeVersion }),
      },
      { onSuccess: () => (activating && !isAuditor ? begin() : onDone()) },
    )
  }

  return (
    <EntryFrame
      title={title}
      description={
        isAuditor
          ? strings.theCooperativeSentYouA
          : activating
            ? strings.yourCooperativeGaveYouAn
            : strings.enterTheCodeAndChoose
      }
    >
      <Form className="stack" problems={reset.error} onSubmit={submit}>
        {asked && !reset.error && (
          <Banner tone="info" title={strings.resetEmailSent}>
            {fill(strings.ifAnAccountUsesAn, { trim: identifier.trim() })}
            <MessagesAreSaved />
          </Banner>
        )}
        {reset.error && (
          <Banner tone="danger" title={activating ? strings.activationFailed : strings.resetFailed}>
            {sentence(reset.error)}
          </Banner>
        )}
        {!asked && (
          <TextField
            label={
              isAuditor
                ? strings.auditorLogin
                : activating
                  ? strings.phoneNumberOrMembershipNumber
                  : strings.phoneNumberOrCoopid
            }
            hint={isAuditor ? strings.asInTheMessage : activating ? undefined : strings.membersUseTheirPhoneNumber}
            name="identifier"
            autoComplete="username"
            autoCapitalize="none"
            value={identifier}
            onChange={setIdentifier}
            error={errors['identifier'] && strings.enterYourPhoneNumberOrMembership}
          />
        )}
        <TextField
          label={activating ? strings.activationCode : strings.code}
          name="code"
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
          className="number"
          value={code}
          onChange={setCode}
          error={errors['code'] && (code.trim() === '' ? strings.enterTheCode : errors['code'])}
        />
        <PasswordField
          label={strings.newPassword}
          name="password"
          autoComplete="new-password"
          placeholder={strings.minimumCharacters}
          value={password}
          onChange={setPassword}
          error={errors['password'] && (password === '' ? strings.chooseAPassword : errors['password'])}
        />
        <PasswordAdvice password={password} />
        <PasswordField
          label={strings.confirmPassword}
          name="confirmPassword"
          autoComplete="new-password"
          value={confirmPassword}
          onChange={setConfirmPassword}
          error={errors['confirmPassword']}
        />
        {activating && !isAuditor && (
          <Suspense>
            <DataNotice onShown={setNoticeVersion} />
          </Suspense>
        )}
        <Button type="submit" look="primary" wide busy={reset.isPending || login.isPending}>
          {activating ? strings.activate : strings.setThePassword}
        </Button>
      </Form>
      <div className="entry__links">
        {asked && <Resend identifier={identifier} onBack={onBack} />}
        {activating && !isAuditor && (
          <p>{fillElements(strings.alreadyActive, { link: <Link to="/member-login">{strings.memberLogin}</Link> })}</p>
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
                toast.success(strings.anotherCodeIsSent)
              },
              onError: (error) => toast.error(sentence(error)),
            },
          )
        }
      >
        {wait > 0 ? fill(strings.sendAnotherCodeInS, { wait }) : strings.sendAnotherCode}
      </Button>
      <Button look="quiet" onClick={onBack}>
        {strings.useAnotherNumber}
      </Button>
    </div>
  )
}
