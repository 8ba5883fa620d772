import { Link } from '#web/router/Link.tsx'
import { useNavigate } from '#web/router/place.ts'
import { lazy, useState } from 'react'
import { fieldErrors } from '#web/api/api-error.ts'
import { homePath } from '#web/session/home-path.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { EntryFrame } from '#web/ui/EntryFrame.tsx'
import { Form } from '#web/ui/Form.tsx'
import { PasswordField } from '#web/ui/PasswordField.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { usePageTitle } from '#web/ui/page-title.ts'
import { toast } from '#web/ui/toast.ts'
import { BrandText } from './BrandText.tsx'
import { SampleDataNotice } from './SampleDataNotice.tsx'
import { isOpened, superAdminLoginProblem, useLoginSuperAdmin } from './api.ts'
import { fill } from '#domain/fill.ts'
import * as strings from './strings.ts'

const SecondStep = lazy(async () => ({ default: (await import('./SecondStep.tsx')).SecondStep }))

export function SuperAdminLoginPage() {
  usePageTitle(strings.superAdminLogin)
  const [identifier, setIdentifier] = useState('')
  const [password, setPassword] = useState('')
  const navigate = useNavigate()
  const login = useLoginSuperAdmin()
  const errors = fieldErrors(login.error)
  const problem = login.error && superAdminLoginProblem(login.error)
  if (login.data && !isOpened(login.data)) return <SecondStep ticket={login.data.ticket} keep onBack={login.reset} />
  return (
    <EntryFrame title={strings.superAdminLogin} description={strings.forThoseWhoLookAfter} foot={<BrandText />}>
      <Form
        className="stack"
        problems={login.error}
        onSubmit={() =>
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
        }
      >
        {problem && (
          <Banner tone="danger" title={problem.title}>
            {problem.text}
          </Banner>
        )}
        <TextField
          label={strings.username}
          name="identifier"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
          value={identifier}
          onChange={setIdentifier}
          error={errors['identifier']}
        />
        <PasswordField
          label={strings.password}
          name="password"
          autoComplete="current-password"
          required
          value={password}
          onChange={setPassword}
          error={errors['password']}
        />
        <Button type="submit" look="primary" wide busy={login.isPending}>
          {strings.login}
        </Button>
      </Form>
      <div className="entry__links">
        <p>
          <Link to="/login">{strings.cooperativeLogin}</Link>
        </p>
      </div>
      <SampleDataNotice />
    </EntryFrame>
  )
}
