import { useState } from 'react'
import { changePassword } from '#features/access/login/own-login.ts'
import { fieldErrors, sentence } from '#ui/api/api-error.ts'
import { useAction } from '#ui/api/use-action.ts'
import { session, useCurrentUser } from '#ui/session/session.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Form } from '#ui/Form.tsx'
import { PasswordAdvice } from '#ui/PasswordAdvice.tsx'
import { PasswordField } from '#ui/PasswordField.tsx'
import { toast } from '#ui/toast.ts'
import * as strings from './strings.ts'

const empty = { currentPassword: '', password: '', confirmPassword: '' }

/** A new password; it ends every session but this one. */
export function PasswordCard() {
  const [fields, setFields] = useState(empty)
  const user = useCurrentUser()
  const change = useAction(changePassword, {
    onSuccess: () => {
      setFields(empty)
      toast.success(strings.passwordChanged)
      if (user.passwordMissing) session.update({ passwordMissing: false })
    },
  })
  const errors = fieldErrors(change.error)
  const set = (field: keyof typeof empty) => (text: string) => setFields({ ...fields, [field]: text })
  const field = (name: keyof typeof fields) => ({ value: fields[name], onChange: set(name), error: errors[name] })
  return (
    <Card title={strings.password} description={strings.changingItLogsYouOut}>
      <Form className="stack" problems={change.error} onSubmit={() => change.mutate(fields)}>
        {change.error && Object.keys(errors).length === 0 && <Banner tone="danger">{sentence(change.error)}</Banner>}
        <PasswordField
          label={strings.currentPassword}
          name="currentPassword"
          autoComplete="current-password"
          {...field('currentPassword')}
        />
        <div className="columns">
          <PasswordField
            label={strings.newPassword}
            name="password"
            autoComplete="new-password"
            placeholder={strings.minimumCharacters}
            {...field('password')}
          />
          <PasswordField
            label={strings.confirmNewPassword}
            name="confirmPassword"
            autoComplete="new-password"
            {...field('confirmPassword')}
          />
        </div>
        <PasswordAdvice password={fields.password} />
        <div className="row">
          <Button type="submit" look="primary" busy={change.isPending}>
            {strings.changePassword}
          </Button>
        </div>
      </Form>
    </Card>
  )
}
