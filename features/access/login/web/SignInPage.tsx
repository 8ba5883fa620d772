import { useEffect, useState } from 'react'
import { linkIdentity } from '#features/access/login/own-login.ts'
import { type Phone, phoneFrom } from '#core/phone.ts'
import { fieldErrors, sentence } from '#ui/api/api-error.ts'
import { call } from '#ui/api/call.ts'
import { type Arrival, useArrival } from '#ui/api/use-arrival.ts'
import { Link } from '#ui/router/Link.tsx'
import { useNavigate, useSearch } from '#ui/router/place.ts'
import { session } from '#ui/session/session.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { EntryFrame } from '#ui/EntryFrame.tsx'
import { Form } from '#ui/Form.tsx'
import { PasswordField } from '#ui/PasswordField.tsx'
import { TextField } from '#ui/TextField.tsx'
import { whereAfterLogin } from '#ui/session/after-login.ts'
import { SandboxWarning } from './SandboxWarning.tsx'
import { SecondStep } from './SecondStep.tsx'
import { ThirdPartyLinks } from '#ui/parts/ThirdPartyLinks.tsx'
import { usePageTitle } from '#ui/page-title.ts'
import { toast } from '#ui/toast.ts'
import { isOpened, loginProblem, useLoginCooperative, useLoginMember } from './api.ts'
import { fill } from '#core/fill.ts'
import { fillElements } from '#ui/fill-elements.tsx'
import * as strings from './strings.ts'

/** Where the way back from a third party ends: in the app, or here while no login is linked to that person. */
export function SignInPage() {
  usePageTitle(strings.signIn)
  const arrival = useArrival()
  const kind = useSearch().kind === 'member' ? 'member' : 'cooperative'
  const navigate = useNavigate()
  const user = arrival.state === 'opened' ? arrival.user : undefined
  useEffect(() => {
    if (!user) return
    toast.success(fill(strings.welcomeBack, { name: user.name }))
    navigate({ ...whereAfterLogin({ ...user, status: user.cooperativeStatus }), replace: true })
  }, [user, navigate])

  if (arrival.state === 'second-step')
    return <SecondStep {...arrival} onBack={() => navigate({ to: kind === 'member' ? '/member-login' : '/login' })} />
  if (arrival.state === 'unlinked') return <LinkOnce {...arrival} />
  if (arrival.state === 'pending' || arrival.state === 'opened') {
    return (
      <EntryFrame title={strings.signingYouIn}>
        <p role="status" aria-busy="true">
          {strings.oneMomentPlease}
        </p>
      </EntryFrame>
    )
  }
  return (
    <EntryFrame title={strings.signIn} description={strings.withAServiceThatAlready}>
      {arrival.state === 'failed' && (
        <Banner tone="danger" title={strings.loginFailed}>
          {arrival.why}
        </Banner>
      )}
      <ThirdPartyLinks purpose="login" kind={kind} words={(name) => fill(strings.continueWith, { name })} />
      <div className="entry__links">
        <p>{fillElements(strings.orLogInWithA, { link: <Link to="/login">{strings.cooperativeLogin}</Link> })}</p>
        <p>{fillElements(strings.areYouAMember, { link: <Link to="/member-login">{strings.memberLogin}</Link> })}</p>
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
  const person = identity.email ?? identity.name ?? strings.thisPerson

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
      toast.success(fill(strings.linkedFromNowOnSigns, { provider: identity.provider }))
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
      title={strings.linkYourLogin}
      description={fill(strings.noLoginIsLinkedTo, { person, provider: identity.provider })}
    >
      <Form className="stack" onSubmit={() => void submit()} problems={login.error}>
        {identity.isSandbox && !problem && <SandboxWarning />}
        {problem && (
          <Banner tone="danger" title={problem.title}>
            {problem.text}
          </Banner>
        )}
        <div className="row" role="group" aria-label={strings.yourLogin}>
          <Button
            look={kind === 'cooperative' ? 'primary' : 'secondary'}
            aria-pressed={kind === 'cooperative'}
            onClick={() => setKind('cooperative')}
          >
            {strings.ofACooperative}
          </Button>
          <Button
            look={kind === 'member' ? 'primary' : 'secondary'}
            aria-pressed={kind === 'member'}
            onClick={() => setKind('member')}
          >
            {strings.ofAMember}
          </Button>
        </div>
        <TextField
          label={kind === 'cooperative' ? strings.coopidOrPhoneNo : strings.phoneNumber}
          name="identifier"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          value={identifier}
          onChange={setIdentifier}
          error={errors['identifier'] ?? errors['phoneNumber']}
        />
        <PasswordField
          label={strings.password}
          name="password"
          autoComplete="current-password"
          value={password}
          onChange={setPassword}
          error={errors['password']}
        />
        <Button type="submit" look="primary" wide busy={login.isPending}>
          {strings.logInAndLink}
        </Button>
      </Form>
      <div className="entry__links">
        <p>
          {strings.newCooperative}{' '}
          <a href={`/api/auth/oidc/start?${new URLSearchParams({ purpose: 'signup', provider: identity.provider })}`}>
            {fill(strings.signUpWith, { provider: identity.provider })}
          </a>
        </p>
        <p>{fillElements(strings.notYou, { link: <Link to="/login">{strings.backToTheLogin}</Link> })}</p>
      </div>
    </EntryFrame>
  )
}
