import { Link } from '#ui/router/Link.tsx'
import { useNavigate } from '#ui/router/place.ts'
import { lazy, useState } from 'react'
import { fieldErrors } from '#ui/api/api-error.ts'
import { homePath } from '#ui/session/home-path.ts'
import { TextField } from '#ui/TextField.tsx'
import { toast } from '#ui/toast.ts'
import { LoginFrame } from './LoginFrame.tsx'
import { isOpened, superAdminLoginProblem, useLoginSuperAdmin } from './api.ts'
import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'

const SecondStep = lazy(async () => ({ default: (await import('./SecondStep.tsx')).SecondStep }))

export function SuperAdminLoginPage() {
  const [identifier, setIdentifier] = useState('')
  const [password, setPassword] = useState('')
  const navigate = useNavigate()
  const login = useLoginSuperAdmin()
  const problem = login.error && superAdminLoginProblem(login.error)
  const submit = () =>
    login.mutate(
      { identifier: identifier.trim(), password },
      {
        onSuccess: (reply) => {
          if (!isOpened(reply)) return
          toast.success(fill(strings.welcomeBack, { name: reply.superAdmin.name }))
          navigate({ to: homePath({ role: reply.superAdmin.role }) })
        },
      },
    )
  if (login.data && !isOpened(login.data)) return <SecondStep ticket={login.data.ticket} keep onBack={login.reset} />
  return (
    <LoginFrame
      title={strings.superAdminLogin}
      description={strings.forThoseWhoLookAfter}
      error={login.error}
      problem={problem}
      password={password}
      onPassword={setPassword}
      busy={login.isPending}
      onSubmit={submit}
      links={
        <p>
          <Link to="/login">{strings.cooperativeLogin}</Link>
        </p>
      }
    >
      <TextField
        label={strings.username}
        name="identifier"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        value={identifier}
        onChange={setIdentifier}
        error={fieldErrors(login.error)['identifier']}
      />
    </LoginFrame>
  )
}
