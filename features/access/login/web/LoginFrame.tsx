import type { ReactNode } from 'react'
import { fieldErrors } from '#ui/api/api-error.ts'
import { Link } from '#ui/router/Link.tsx'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { Checkbox } from '#ui/Checkbox.tsx'
import { EntryFrame } from '#ui/EntryFrame.tsx'
import { Form } from '#ui/Form.tsx'
import { PasswordField } from '#ui/PasswordField.tsx'
import { usePageTitle } from '#ui/page-title.ts'
import { BrandText } from './BrandText.tsx'
import { SampleDataNotice } from './SampleDataNotice.tsx'
import type { Problem } from './api.ts'
import * as strings from './strings.ts'

type Login = {
  title: string
  description: string
  error: Error | null
  problem: Problem | null
  /** Who logs in. */
  children: ReactNode
  password: string
  onPassword: (password: string) => void
  /** Whether the login outlasts the browser; absent where that is no choice. */
  kept?: { checked: boolean; onChange: (checked: boolean) => void }
  busy: boolean
  onSubmit: () => void
  /** Where else to go. */
  links: ReactNode
}

/** What every login is. */
export function LoginFrame(login: Login) {
  usePageTitle(login.title)
  return (
    <EntryFrame title={login.title} description={login.description} foot={<BrandText />}>
      <Form className="stack" onSubmit={login.onSubmit} problems={login.error}>
        {login.problem && (
          <Banner tone="danger" title={login.problem.title}>
            {login.problem.text}
          </Banner>
        )}
        {login.children}
        <PasswordField
          label={strings.password}
          name="password"
          autoComplete="current-password"
          required
          value={login.password}
          onChange={login.onPassword}
          error={fieldErrors(login.error)['password']}
        />
        {login.kept && (
          <div className="entry__between">
            <Checkbox label={strings.keepMeSignedIn} {...login.kept} />
            <Link to="/forgot-password">{strings.forgotPasswordLink}</Link>
          </div>
        )}
        <Button type="submit" look="primary" wide busy={login.busy}>
          {strings.login}
        </Button>
      </Form>
      <div className="entry__links">{login.links}</div>
      <SampleDataNotice />
    </EntryFrame>
  )
}
