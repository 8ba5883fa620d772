import { Link } from '#ui/router/Link.tsx'
import { useNavigate } from '#ui/router/place.ts'
import { Suspense, lazy, useEffect, useState } from 'react'
import { registerCooperative } from '#features/society/registration/contract.ts'
import { type Phone, phoneFrom } from '#core/phone.ts'
import { ApiError, fieldErrors, sentence } from '#ui/api/api-error.ts'
import { useAction } from '#ui/api/use-action.ts'
import { useArrival } from '#ui/api/use-arrival.ts'
import { homePath } from '#ui/session/home-path.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { Checkbox } from '#ui/Checkbox.tsx'
import { EntryFrame } from '#ui/EntryFrame.tsx'
import { Form } from '#ui/Form.tsx'
import { PasswordAdvice } from '#ui/PasswordAdvice.tsx'
import { PasswordField } from '#ui/PasswordField.tsx'
import { TextField } from '#ui/TextField.tsx'
import { ThirdPartyLinks } from '#ui/parts/ThirdPartyLinks.tsx'
import { usePageTitle } from '#ui/page-title.ts'
import { toast } from '#ui/toast.ts'
import { fill } from '#core/fill.ts'
import { fillElements } from '#ui/fill-elements.tsx'
import * as strings from './strings.ts'

type Registered = { coopId: string; onContinue: () => void }

const registered = () => import('./RegisteredDialog.tsx')
const RegisteredDialog = lazy(async () => ({
  default: await registered().then(
    ({ RegisteredDialog }) => RegisteredDialog,
    () => RegisteredNote,
  ),
}))

export function SignupPage() {
  usePageTitle(strings.signUp)
  const [fields, setFields] = useState({ name: '', phone: '', email: '', password: '', confirmpassword: '' })
  const [accepted, setAccepted] = useState(false)
  const [termsMissing, setTermsMissing] = useState(false)
  const navigate = useNavigate()
  const arrival = useArrival()
  const met = arrival.state === 'unlinked' ? arrival : undefined
  const known = arrival.state === 'opened' ? arrival.user : undefined
  const register = useAction(registerCooperative)
  const errors = fieldErrors(register.error)
  const problem = termsMissing
    ? { title: strings.termsRequired, text: strings.pleaseAcceptTheTermsAnd }
    : register.error && registrationProblem(register.error)
  const stored = phoneFrom(fields.phone)
  const set = (field: keyof typeof fields) => (text: string) => setFields({ ...fields, [field]: text })

  useEffect(() => {
    if (met?.identity.email) setFields((now) => ({ ...now, email: now.email || (met.identity.email ?? '') }))
  }, [met])
  useEffect(() => {
    if (!known) return
    toast.success(fill(strings.welcomeBack, { name: known.name }))
    navigate({ to: homePath({ ...known, status: known.cooperativeStatus }), replace: true })
  }, [known, navigate])

  function submit() {
    setTermsMissing(!accepted)
    if (!accepted) return
    void registered().catch(() => undefined)
    register.mutate({
      ...fields,
      name: fields.name.trim(),
      phone: fields.phone.trim() as Phone,
      email: fields.email.trim() || null,
      ...(met && { ticket: met.ticket }),
    })
  }

  const field = (name: keyof typeof fields) => ({ value: fields[name], onChange: set(name), error: errors[name] })
  return (
    <EntryFrame wide title={strings.createYourCooperativesAccount} description={strings.freeForDaysNoSetup}>
      {met && (
        <Banner
          tone="info"
          title={fill(strings.signedInAs, { email: met.identity.email ?? met.identity.name ?? met.identity.provider })}
        >
          {fill(strings.willOpenYourNewAccount, { provider: met.identity.provider })}
        </Banner>
      )}
      {arrival.state === 'failed' && <Banner tone="danger">{arrival.why}</Banner>}
      {arrival.state === 'second-step' && <Banner tone="info">{strings.thisSignInOpensA}</Banner>}
      <Form className="stack" onSubmit={submit} problems={register.error ?? termsMissing}>
        {problem && (
          <Banner tone="danger" title={problem.title}>
            {problem.text}
          </Banner>
        )}
        <TextField label={strings.cooperativeName} name="name" autoComplete="organization" {...field('name')} />
        <div className="columns">
          <TextField
            label={strings.cooperativePhoneNumber}
            name="phone"
            type="tel"
            inputMode="tel"
            autoComplete="tel"
            placeholder="+234..."
            {...field('phone')}

            {...(stored && stored !== fields.phone ? { hint: <>{fill(strings.storedAs, { stored })}</> } : {})}
          />
          <TextField
            label={strings.email}
            optional
            name="email"
            type="email"
            inputMode="email"
            autoComplete="email"
            {...field('email')}
          />
        </div>
        <div className="columns">
          <PasswordField
            label={strings.password}
            name="password"
            autoComplete="new-password"
            placeholder={strings.minimumCharacters}
            {...field('password')}
          />
          <PasswordField
            label={strings.confirmPassword}
            name="confirmpassword"
            autoComplete="new-password"
            {...field('confirmpassword')}
          />
        </div>
        <PasswordAdvice password={fields.password} />
        <Checkbox
          label={<>{fillElements(strings.iAcceptThe, { link: <a href="/terms">{strings.termsAndConditions}</a> })}</>}
          checked={accepted}
          aria-invalid={termsMissing ? true : undefined}
          onChange={(next) => {
            setAccepted(next)
            if (next) setTermsMissing(false)
          }}
        />
        <Button type="submit" look="primary" wide busy={register.isPending}>
          {strings.createAccount}
        </Button>
      </Form>
      <div className="entry__links">
        <p>{fillElements(strings.alreadyRegistered, { link: <Link to="/login">{strings.signIn}</Link> })}</p>
        {!met && <ThirdPartyLinks purpose="signup" words={(name) => fill(strings.signUpWith, { name })} />}
      </div>
      <Suspense>
        {register.data && (
          <RegisteredDialog coopId={register.data.coop_id} onContinue={() => navigate({ to: '/login' })} />
        )}
      </Suspense>
    </EntryFrame>
  )
}

/** The words for a registration that failed, by status as the specification maps them. */
function registrationProblem(error: Error): { title: string; text: string } {
  const message = sentence(error)
  const status = error instanceof ApiError ? error.status : 500
  if (fieldErrors(error)['confirmpassword'] === 'Passwords do not match')
    return { title: strings.passwordMismatch, text: strings.passwordsDoNotMatch }
  if (status === 0 || /CORS|fetch/i.test(error.message)) return { title: strings.connectionError, text: message }
  if (status === 400) return { title: strings.invalidData, text: message }
  if (status === 409) return { title: strings.alreadyExists, text: strings.aCooperativeWithThisPhone }
  if (status === 422)
    return {
      title: strings.validationError,
      text: error instanceof ApiError ? (error.errors[0]?.message ?? message) : message,
    }
  if (status >= 500) return { title: strings.serverError, text: strings.ourServersAreTemporarilyUnavailable }
  return { title: strings.registrationFailed, text: message || strings.failedToRegisterCooperative }
}

/** The same where the network failed after the registration: the Cooperative ID must not be lost with it. */
function RegisteredNote({ coopId, onContinue }: Registered) {
  return (
    <Banner
      tone="success"
      title={strings.registrationSuccessful}
      actions={<Button onClick={onContinue}>{strings.continueToLogin}</Button>}
    >
      {fillElements(strings.cooperativeRegisteredSuccessfullyYourCooperative, {
        coopId: <strong className="number">{coopId}</strong>,
      })}
    </Banner>
  )
}
