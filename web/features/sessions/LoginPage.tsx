import { Link } from '#web/router/Link.tsx'
import { useNavigate } from '#web/router/place.ts'
import { lazy, useState } from 'react'
import { fieldErrors } from '#web/api/api-error.ts'
import { homePath } from '#web/session/home-path.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { EntryFrame } from '#web/ui/EntryFrame.tsx'
import { Form } from '#web/ui/Form.tsx'
import { PasswordField } from '#web/ui/PasswordField.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { ThirdPartyLinks } from '#web/ui/ThirdPartyLinks.tsx'
import { usePageTitle } from '#web/ui/page-title.ts'
import { toast } from '#web/ui/toast.ts'
import { BrandText } from './BrandText.tsx'
import { SampleDataNotice } from './SampleDataNotice.tsx'
import { isOpened, loginProblem, useLoginCooperative } from './api.ts'

const SecondStep = lazy(async () => ({ default: (await import('./SecondStep.tsx')).SecondStep }))

export function LoginPage() {
  usePageTitle('Cooperative login')
  const [identifier, setIdentifier] = useState('')
  const [password, setPassword] = useState('')
  const [keepSignedIn, setKeepSignedIn] = useState(true)
  const navigate = useNavigate()
  const login = useLoginCooperative()
  const errors = fieldErrors(login.error)
  const problem = login.error && loginProblem(login.error)

  function submit() {
    login.mutate(
      { identifier: identifier.trim(), password: password.trim(), keepSignedIn },
      {
        onSuccess: (reply) => {
          if (!isOpened(reply)) return
          const { cooperative, accessToken } = reply
          toast.success(`Welcome back, ${cooperative.name}`)
          navigate({ to: homePath({ status: cooperative.status, role: 'coop_admin', cooperative, accessToken }) })
        },
      },
    )
  }

  if (login.data && !isOpened(login.data)) return <SecondStep ticket={login.data.ticket} keep={keepSignedIn} onBack={login.reset} />
  return (
    <EntryFrame title="Cooperative login" description="For the officers of a cooperative." foot={<BrandText />}>
      <SampleDataNotice />
      <Form className="stack" onSubmit={submit} problems={login.error}>
        {problem && (
          <Banner tone="danger" title={problem.title}>
            {problem.text}
          </Banner>
        )}
        <TextField
          label="CoopId or Phone No."
          name="identifier"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          placeholder="AJO-7K2M9Q or 0803 123 4567"
          value={identifier}
          onChange={setIdentifier}
          error={errors['identifier']}
        />
        <PasswordField label="Password" name="password" autoComplete="current-password" value={password} onChange={setPassword} error={errors['password']} />
        <div className="entry__between">
          <Checkbox label="Keep me signed in" checked={keepSignedIn} onChange={setKeepSignedIn} />
          <Link to="/forgot-password">Forgot password?</Link>
        </div>
        <Button type="submit" look="primary" wide busy={login.isPending}>
          Login
        </Button>
      </Form>
      <div className="entry__links">
        <ThirdPartyLinks purpose="login" keep={keepSignedIn} words={(name) => `Continue with ${name}`} />
        <p>
          New cooperative? <Link to="/signup">Sign Up</Link>
        </p>
        <p>
          Are you a member? <Link to="/member-login">Member Login</Link>
        </p>
      </div>
    </EntryFrame>
  )
}
