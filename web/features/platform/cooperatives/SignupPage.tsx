import { Link } from '#web/router/Link.tsx'
import { useNavigate } from '#web/router/place.ts'
import { Suspense, lazy, useEffect, useState } from 'react'
import { registerCooperative } from '#contract/society/registration.ts'
import { type Phone, phoneFrom } from '#domain/phone.ts'
import { ApiError, fieldErrors, sentence } from '#web/api/api-error.ts'
import { useAction } from '#web/api/use-action.ts'
import { useArrival } from '#web/api/use-arrival.ts'
import { homePath } from '#web/session/home-path.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { EntryFrame } from '#web/ui/EntryFrame.tsx'
import { Form } from '#web/ui/Form.tsx'
import { PasswordAdvice } from '#web/ui/PasswordAdvice.tsx'
import { PasswordField } from '#web/ui/PasswordField.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { ThirdPartyLinks } from '#web/parts/ThirdPartyLinks.tsx'
import { usePageTitle } from '#web/ui/page-title.ts'
import { toast } from '#web/ui/toast.ts'

type Registered = { coopId: string; onContinue: () => void }

const registered = () => import('./RegisteredDialog.tsx')
const RegisteredDialog = lazy(async () => ({
  default: await registered().then(
    ({ RegisteredDialog }) => RegisteredDialog,
    () => RegisteredNote,
  ),
}))

export function SignupPage() {
  usePageTitle('Sign Up')
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
    ? { title: 'Terms Required', text: 'Please accept the Terms and Conditions to continue.' }
    : register.error && registrationProblem(register.error)
  const stored = phoneFrom(fields.phone)
  const set = (field: keyof typeof fields) => (text: string) => setFields({ ...fields, [field]: text })

  useEffect(() => {
    if (met?.identity.email) setFields((now) => ({ ...now, email: now.email || (met.identity.email ?? '') }))
  }, [met])
  useEffect(() => {
    if (!known) return
    toast.success(`Welcome back, ${known.name}`)
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
    <EntryFrame
      wide
      title="Create your cooperative's account"
      description="Free for 30 days. No setup fees, no credit card, cancel anytime."
    >
      {met && (
        <Banner tone="info" title={`Signed in as ${met.identity.email ?? met.identity.name ?? met.identity.provider}`}>
          {met.identity.provider} will open your new account. A password opens it too, should you ever need one.
        </Banner>
      )}
      {arrival.state === 'failed' && <Banner tone="danger">{arrival.why}</Banner>}
      {arrival.state === 'second-step' && (
        <Banner tone="info">This sign-in opens a cooperative already. Log in to it from the login page.</Banner>
      )}
      <Form className="stack" onSubmit={submit} problems={register.error ?? termsMissing}>
        {problem && (
          <Banner tone="danger" title={problem.title}>
            {problem.text}
          </Banner>
        )}
        <TextField label="Cooperative Name" name="name" autoComplete="organization" {...field('name')} />
        <div className="columns">
          <TextField
            label="Cooperative Phone Number"
            name="phone"
            type="tel"
            inputMode="tel"
            autoComplete="tel"
            placeholder="+234..."
            {...field('phone')}

            {...(stored && stored !== fields.phone ? { hint: <>Stored as {stored}</> } : {})}
          />
          <TextField
            label="Email"
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
            label="Password"
            name="password"
            autoComplete="new-password"
            placeholder="Minimum 8 characters"
            {...field('password')}
          />
          <PasswordField
            label="Confirm Password"
            name="confirmpassword"
            autoComplete="new-password"
            {...field('confirmpassword')}
          />
        </div>
        <PasswordAdvice password={fields.password} />
        <Checkbox
          label={
            <>
              I accept the <a href="/terms">Terms and Conditions</a>
            </>
          }
          checked={accepted}
          aria-invalid={termsMissing ? true : undefined}
          onChange={(next) => {
            setAccepted(next)
            if (next) setTermsMissing(false)
          }}
        />
        <Button type="submit" look="primary" wide busy={register.isPending}>
          Create Account
        </Button>
      </Form>
      <div className="entry__links">
        <p>
          Already registered? <Link to="/login">Sign In</Link>
        </p>
        {!met && <ThirdPartyLinks purpose="signup" words={(name) => `Sign up with ${name}`} />}
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
    return { title: 'Password Mismatch', text: 'Passwords do not match' }
  if (status === 0 || /CORS|fetch/i.test(error.message)) return { title: 'Connection Error', text: message }
  if (status === 400) return { title: 'Invalid Data', text: message }
  if (status === 409) return { title: 'Already Exists', text: 'A cooperative with this phone number exists.' }
  if (status === 422)
    return {
      title: 'Validation Error',
      text: error instanceof ApiError ? (error.errors[0]?.message ?? message) : message,
    }
  if (status >= 500)
    return {
      title: 'Server Error',
      text: 'Our servers are temporarily unavailable. Please try again in a few minutes.',
    }
  return { title: 'Registration Failed', text: message || 'Failed to register cooperative' }
}

/** The same where the network failed after the registration: the Cooperative ID must not be lost with it. */
function RegisteredNote({ coopId, onContinue }: Registered) {
  return (
    <Banner
      tone="success"
      title="Registration Successful"
      actions={<Button onClick={onContinue}>Continue to Login</Button>}
    >
      Cooperative registered successfully! Your Cooperative ID is <strong className="number">{coopId}</strong>. Write it
      down.
    </Banner>
  )
}
