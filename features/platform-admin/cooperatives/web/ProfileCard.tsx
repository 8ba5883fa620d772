import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { getCooperativeProfile } from '#features/platform-admin/cooperatives/cooperative-profile.ts'
import { updateCooperativeProfile } from '#features/platform-admin/cooperatives/contract.ts'
import { query } from '#ui/api/query.ts'
import { fieldErrors } from '#ui/api/api-error.ts'
import { useAction } from '#ui/api/use-action.ts'
import { session } from '#ui/session/session.ts'
import { RefusedBanner } from '#ui/RefusedBanner.tsx'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Facts } from '#ui/Facts.tsx'
import { Form } from '#ui/Form.tsx'
import { ReadOnlyUnless } from '#ui/ReadOnlyUnless.tsx'
import { TextAreaField, TextField } from '#ui/TextField.tsx'
import { toast } from '#ui/toast.ts'
import { phoneText } from '#ui/PhoneLinks.tsx'
import { useEdits } from '#ui/use-edits.ts'
import type { Profile } from './api.ts'

/** What the cooperative says of itself. It shows at once everywhere, and what was there comes back where saving fails. */
export function ProfileCard({ profile }: { profile: Profile }) {
  const {
    values: fields,
    edits,
    edit,
    forget,
  } = useEdits({
    name: profile.name,
    email: profile.email ?? '',
    address: profile.address ?? '',
    registrationNumber: profile.registrationNumber ?? '',
  })
  const queries = useQueryClient()
  const before = useRef<Profile>(undefined)
  const { queryKey } = query(getCooperativeProfile, {})
  const save = useAction(updateCooperativeProfile, {
    onSuccess: ({ name }) => {
      // A shared login that names no officer is called what its cooperative is; all others keep the officer's name.
      session.update({
        cooperativeName: name,
        ...(session.user()?.name === session.user()?.cooperativeName && { name }),
      })
      toast.success('Profile updated successfully!')
    },
    // What was there comes back at once, and what the server holds as soon as it answers.
    onError: () => {
      if (before.current) queries.setQueryData(queryKey, before.current)
    },
  })
  const errors = fieldErrors(save.error)
  const set = (field: keyof typeof fields) => (text: string) => edit({ [field]: text })

  function submit() {
    const emptied = (text: string | undefined) => text?.trim() || null
    // Only what was typed: the rest may be another officer's newer word.
    const change = {
      ...('name' in edits && { name: fields.name.trim() }),
      ...('email' in edits && { email: emptied(edits.email) }),
      ...('address' in edits && { address: emptied(edits.address) }),
      ...('registrationNumber' in edits && { registrationNumber: emptied(edits.registrationNumber) }),
    }
    before.current = queries.getQueryData(queryKey)
    // An older answer on its way would show the old name again.
    void queries.cancelQueries({ queryKey })
    if (change.name !== '') queries.setQueryData(queryKey, (known) => known && { ...known, ...change })
    save.mutate(change, { onSuccess: forget })
  }

  const field = (name: keyof typeof fields) => ({ value: fields[name], onChange: set(name), error: errors[name] })
  return (
    <Card title="Your cooperative">
      <div className="stack">
        <Facts
          items={[
            { label: 'Cooperative ID', value: <span className="number">{profile.coop_id}</span> },
            { label: 'Phone', value: <span className="number">{phoneText(profile.phone)}</span> },
          ]}
        />
        {/* It opens the login, so the verifying team changes it, not whoever sits here. */}
        <p className="muted">
          The phone number opens your login. To change it, <a href="/contact">write to us</a>.
        </p>
        <ReadOnlyUnless may="profile.update">
          <Form className="stack" problems={save.error} onSubmit={submit}>
            {save.error && Object.keys(errors).length === 0 && (
              <RefusedBanner error={save.error} title="Failed to update cooperative profile" />
            )}
            <TextField label="Cooperative Name" name="name" autoComplete="organization" {...field('name')} />
            <div className="columns">
              <TextField
                label="Email"
                optional
                name="email"
                type="email"
                inputMode="email"
                autoComplete="email"
                {...field('email')}
              />
              <TextField
                label="Registration number"
                optional
                name="registrationNumber"
                {...field('registrationNumber')}
              />
            </div>
            <TextAreaField
              label="Address"
              optional
              name="address"
              rows={2}
              autoComplete="street-address"
              value={fields.address}
              onChange={(text) => set('address')(text.replaceAll('\n', ' '))}
              error={errors['address']}
            />
            <div className="row">
              <Button needs="profile.update" type="submit" look="primary" busy={save.isPending}>
                Save changes
              </Button>
            </div>
          </Form>
        </ReadOnlyUnless>
      </div>
    </Card>
  )
}
