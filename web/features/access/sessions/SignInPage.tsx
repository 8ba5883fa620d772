import { useEffect, useState } from 'react'
import { linkIdentity } from '#contract/access/own-login.ts'
import { type Phone, phoneFrom } from '#domain/phone.ts'
import { fieldErrors, sentence } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { type Arrival, useArrival } from '#web/api/use-arrival.ts'
import { Link } from '#web/router/Link.tsx'
import { useNavigate, useSearch } from '#web/router/place.ts'
import { session } from '#web/session/session.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { EntryFrame } from '#web/ui/EntryFrame.tsx'
import { Form } from '#web/ui/Form.tsx'
import { PasswordField } from '#web/ui/PasswordField.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { whereAfterLogin } from '#web/session/after-login.ts'
import { SandboxWarning } from './SandboxWarning.tsx'
import { SecondStep } from './SecondStep.tsx'
import { ThirdPartyLinks } from '#web/parts/ThirdPartyLinks.tsx'
import { usePageTitle } from '#web/ui/page-title.ts'
import { toast } from '#web/ui/toast.ts'
import { isOpened, loginProblem, useLoginCooperative, useLoginMember } from './api.ts'

/** Where the way back from a third party ends: in the app, or here while no login is linked to that person. */
export function SignInPage() {
  usePageTitle('Sign in')
  const arrival = useArrival()
  const kind = useSearch().kind === 'member' ? 'member' : 'cooperative'
  const navigate = useNavigate()
  const user = arrival.state === 'opened' ? arrival.user : undefined
  useEffect(() => {
    if (!user) return
    toast.success(`Welcome back, ${user.name}`)
    navigate({ ...whereAfterLogin({ ...user, status: user.cooperativeStatus }), replace: true })
  }, [user, navigate])

  if (arrival.state === 'second-step')
    return <SecondStep {...arrival} onBack={() => navigate({ to: kind === 'member' ? '/member-login' : '/login' })} />
  if (arrival.state === 'unlinked') return <LinkOnce {...arrival} />
  if (arrival.state === 'pending' || arrival.state === 'opened') {
    return (
      <EntryFrame title="Signing you in">
        <p role="status" aria-busy="true">
          One moment, please.
        </p>
      </EntryFrame>
    )
  }
  return (
    <EntryFrame title="Sign in" description="With a service that already knows you.">
      {arrival.state === 'failed' && (
        <Banner tone="danger" title="Login Failed">
          {arrival.why}
        </Banner>
      )}
      <ThirdPartyLinks purpose="login" kind={kind} words={(name) => `Continue with ${name}`} />
      <div className="entry__links">
        <p>
          Or log in with a password: <Link to="/login">Cooperative login</Link>
        </p>
        <p>
          Are you a member? <Link to="/member-login">Member Login</Link>
        </p>
      </div>
    </EntryFrame>
  )
}

/** The login's own password comes first: only then does the third party's person open it. */
function LinkOnce({ identity, ticket }: Extract<Arrival, { state: 'unlinked' }>) {
  const [kind, setKind] = useState<'cooperative' | 'member'>(useSearch().kind === 'member' ? 'member' : 'cooperative')
  const [identifier, setIdentifier] = useState('')
  const [password, setPassword] = useState('')
  const navigate = useNavigate()
  const cooperative = useLoginCooperative()
  const member = useLoginMember()
  const login = kind === 'cooperative' ? cooperative : member
  const errors = fieldErrors(login.error)
  const problem = login.error && loginProblem(login.error)
  const person = identity.email ?? identity.name ?? 'this person'

  async function submit() {
    const name = identifier.trim()
    try {
      const reply =
        kind === 'cooperative'
          ? await cooperative.mutateAsync({ identifier: name, password, keepSignedIn: true })
          : await member.mutateAsync({ phoneNumber: phoneFrom(name) ?? (name as Phone), password, keepSignedIn: true })
      // The second step comes first, and the link after it.
      if (!isOpened(reply)) return
    } catch {
      // The form shows what is wrong.
      return
    }
    await link()
  }

  async function link() {
    try {
      await call(linkIdentity, { ticket, password })
      toast.success(`Linked. From now on ${identity.provider} signs you in.`)
    } catch (error) {
      // Logged in all the same; the link can be made in the settings.
      toast.error(sentence(error))
    }
    const user = session.user()
    if (user) navigate({ ...whereAfterLogin({ ...user, status: user.cooperativeStatus }), replace: true })
  }

  if (login.data && !isOpened(login.data))
    return <SecondStep ticket={login.data.ticket} keep onBack={login.reset} onOpened={() => void link()} />
  return (
    <EntryFrame
      title="Link your login"
      description={`No login is linked to ${person} of ${identity.provider} yet. Log in once with your password to link it.`}
    >
      <Form className="stack" onSubmit={() => void submit()} problems={login.error}>
        {identity.isSandbox && !problem && <SandboxWarning />}
        {problem && (
          <Banner tone="danger" title={problem.title}>
            {problem.text}
          </Banner>
        )}
        <div className="row" role="group" aria-label="Your login">
          <Button
            look={kind === 'cooperative' ? 'primary' : 'secondary'}
            aria-pressed={kind === 'cooperative'}
            onClick={() => setKind('cooperative')}
          >
            Of a cooperative
          </Button>
          <Button
            look={kind === 'member' ? 'primary' : 'secondary'}
            aria-pressed={kind === 'member'}
            onClick={() => setKind('member')}
          >
            Of a member
          </Button>
        </div>
        <TextField
          label={kind === 'cooperative' ? 'CoopId or Phone No.' : 'Phone number'}
          name="identifier"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          value={identifier}
          onChange={setIdentifier}
          error={errors['identifier'] ?? errors['phoneNumber']}
        />
        <PasswordField
          label="Password"
          name="password"
          autoComplete="current-password"
          value={password}
          onChange={setPassword}
          error={errors['password']}
        />
        <Button type="submit" look="primary" wide busy={login.isPending}>
          Log in and link
        </Button>
      </Form>
      <div className="entry__links">
        <p>
          New cooperative?{' '}
          <a href={`/api/auth/oidc/start?${new URLSearchParams({ purpose: 'signup', provider: identity.provider })}`}>
            Sign up with {identity.provider}
          </a>
        </p>
        <p>
          Not you? <Link to="/login">Back to the login</Link>
        </p>
      </div>
    </EntryFrame>
  )
}
