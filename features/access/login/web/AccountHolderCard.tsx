import { useState } from 'react'
import { nameAccountHolder } from '#features/access/login/account-holder.ts'
import { type HolderPost, holderPosts } from '#features/access/login/rules/account-holder.ts'
import { fieldErrors } from '#ui/api/api-error.ts'
import { useAction } from '#ui/api/use-action.ts'
import { session, useCurrentUser } from '#ui/session/session.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Form } from '#ui/Form.tsx'
import { RefusedBanner } from '#ui/RefusedBanner.tsx'
import { Select } from '#ui/Select.tsx'
import { TextField } from '#ui/TextField.tsx'
import { toast } from '#ui/toast.ts'

/** Which officer uses the cooperative's own login, so that receipts and the audit trail name a person. */
export function AccountHolderCard() {
  const { name: shown, cooperativeName } = useCurrentUser()
  const [name, setName] = useState('')
  const [post, setPost] = useState<HolderPost>('treasurer')
  const save = useAction(nameAccountHolder, {
    onSuccess: ({ actsAs }) => {
      session.update({ name: actsAs })
      setName('')
      toast.success(`Recorded as ${actsAs}`)
    },
  })
  const errors = fieldErrors(save.error)
  return (
    <Card
      title="Who uses this account"
      description={
        shown === cooperativeName
          ? 'What you do is recorded under the name of the cooperative. Give your own name, so that receipts and the audit trail name you.'
          : `What you do is recorded as ${shown}. Other officers log in by themselves, with an office on their member’s page.`
      }
    >
      <Form className="stack" problems={save.error} onSubmit={() => save.mutate({ name: name.trim(), post })}>
        {save.error && !errors['name'] && <RefusedBanner error={save.error} title="The name was not saved" />}
        <TextField label="Your name" maxLength={80} value={name} onChange={setName} error={errors['name']} />
        <Select<HolderPost>
          label="Your office"
          value={post}
          onChange={(next) => next && setPost(next)}
          options={holderPosts.map((value) => ({ value, label: value.charAt(0).toUpperCase() + value.slice(1) }))}
        />
        <Button type="submit" look="primary" busy={save.isPending}>
          Save name
        </Button>
      </Form>
    </Card>
  )
}
