import { Link } from '#ui/router/Link.tsx'
import { useNavigate } from '#ui/router/place.ts'
import { lazy, Suspense, useState } from 'react'
import { membershipNumberFrom } from '#core/contract/member-identifier.ts'
import { phoneFrom } from '#core/phone.ts'
import { ApiError, fieldErrors } from '#ui/api/api-error.ts'
import { TextField } from '#ui/TextField.tsx'
import { ThirdPartyLinks } from '#ui/parts/ThirdPartyLinks.tsx'
import { toast } from '#ui/toast.ts'
import { whereAfterLogin } from '#ui/session/after-login.ts'
import { LoginFrame } from './LoginFrame.tsx'
import { isOpened, isSuspended, loginProblem, useLoginCooperative } from './api.ts'
import { fill } from '#core/fill.ts'
import { fillElements } from '#ui/fill-elements.tsx'
import * as strings from './strings.ts'

const SecondStep = lazy(async () => ({ default: (await import('./SecondStep.tsx')).SecondStep }))
const SuspendedBooks = lazy(async () => ({ default: (await import('./SuspendedBooks.tsx')).SuspendedBooks }))
const officerApi = () => import('./officer-api.ts')

export function LoginPage() {
  const [identifier, setIdentifier] = useState('')
  const [password, setPassword] = useState('')
  const [keepSignedIn, setKeepSignedIn] = useState(true)
  const navigate = useNavigate()
  const login = useLoginCooperative()
  const [byPhone, setByPhone] = useState<{ isPending: boolean; error?: Error; ticket?: string | undefined }>({
    isPending: false,
  })
  const isPending = login.isPending || byPhone.isPending
  // A phone that opens neither is the phone of no cooperative, which is what this page was asked for.
  const refusedByPhone = byPhone.error instanceof ApiError && byPhone.error.status === 401
  const error = isPending ? null : ((refusedByPhone ? undefined : byPhone.error) ?? login.error)
  const problem = error && loginProblem(error)

  /** The phone of no cooperative may be an officer's own, as may a membership number. */
  async function tryOfficer(phoneNumber: string) {
    setByPhone({ isPending: true })
    try {
      const { loginOfficer } = await officerApi()
      setByPhone({ isPending: false, ticket: await loginOfficer({ phoneNumber, password, keepSignedIn }) })
    } catch (thrown) {
      setByPhone({ isPending: false, error: thrown instanceof Error ? thrown : new Error(String(thrown)) })
    }
  }
  function submit() {
    setByPhone({ isPending: false })
    login.mutate(
      { identifier: identifier.trim(), password: password.trim(), keepSignedIn },
      {
        onSuccess: (reply) => {
          if (!isOpened(reply)) return
          const { cooperative, accessToken } = reply
          toast.success(fill(strings.welcomeBack, { name: cooperative.actsAs ?? cooperative.name }))
          navigate(whereAfterLogin({ status: cooperative.status, role: 'coop_admin', cooperative, accessToken }))
        },
        onError: (refused) => {
          const own = phoneFrom(identifier.trim()) ?? membershipNumberFrom(identifier)
          // Only where there is no such cooperative: a wrong password for one counts against no person's own login.
          if (own && refused instanceof ApiError && refused.status === 404) void tryOfficer(own)
        },
      },
    )
  }

  if (byPhone.ticket !== undefined)
    return (
      <SecondStep
        ticket={byPhone.ticket}
        keep={keepSignedIn}
        onBack={() => setByPhone({ isPending: false })}
        onOpened={() => void officerApi().then(({ openOffice }) => openOffice())}
      />
    )
  if (login.data && !isOpened(login.data))
    return (
      <SecondStep
        ticket={login.data.ticket}
        keep={keepSignedIn}
        onBack={login.reset}
        whenSuspended={(code) => <SuspendedBooks {...{ identifier, password, code }} />}
      />
    )
  return (
    <LoginFrame
      title={strings.cooperativeLogin}
      description={strings.forTheOfficersOfA}
      error={error}
      problem={problem}
      password={password}
      onPassword={setPassword}
      kept={{ checked: keepSignedIn, onChange: setKeepSignedIn }}
      busy={isPending}
      onSubmit={submit}
      links={
        <>
          <p>{fillElements(strings.newCooperativeLink, { link: <Link to="/signup">{strings.signUp}</Link> })}</p>
          <p>{fillElements(strings.areYouAMember, { link: <Link to="/member-login">{strings.memberLogin}</Link> })}</p>
          <ThirdPartyLinks purpose="login" keep={keepSignedIn} words={(name) => fill(strings.continueWith, { name })} />
        </>
      }
    >
      {isSuspended(error) && error === login.error && (
        <Suspense>
          <SuspendedBooks {...{ identifier, password }} />
        </Suspense>
      )}
      <TextField
        label={strings.coopidOrPhoneNo}
        name="identifier"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        placeholder={strings.ajoOr}
        value={identifier}
        onChange={setIdentifier}
        error={fieldErrors(error)['identifier']}
      />
    </LoginFrame>
  )
}
