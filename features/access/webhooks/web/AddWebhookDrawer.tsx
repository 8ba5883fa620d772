import { useState } from 'react'
import { addWebhook } from '#features/access/webhooks/contract.ts'
import { type EventKind, eventKinds, eventLabels } from '#features/access/webhooks/rules/webhook.ts'
import { useAction } from '#ui/api/use-action.ts'
import { Button } from '#ui/Button.tsx'
import { CheckboxGroup } from '#ui/CheckboxGroup.tsx'
import { FormDrawer, useTried } from '#ui/FormDrawer.tsx'
import { Drawer } from '#ui/Dialog.tsx'
import { ShownOnce } from '#ui/ShownOnce.tsx'
import { TextField } from '#ui/TextField.tsx'

/** Asks for an address and what it is told of, and shows the secret that signs deliveries once. */
export function AddWebhookDrawer({ onClose }: { onClose: () => void }) {
  const [url, setUrl] = useState('')
  const [kinds, setKinds] = useState<readonly EventKind[]>([])
  const add = useAction(addWebhook)
  const problems = {
    ...(url.trim() === '' && { url: 'Enter the address' }),
    ...(kinds.length === 0 && { kinds: 'Choose at least one event' }),
  }
  const tried = useTried(add, problems)
  const { shown } = tried
  function submit() {
    add.mutate({ url: url.trim(), kinds: [...kinds] })
  }
  if (add.data)
    return (
      <Drawer open title="Webhook added" actions={<Button onClick={onClose}>Done</Button>}>
        <ShownOnce title="The secret that signs deliveries" secret={add.data.secret}>
          Enter it in your receiver, which checks the signature with it. It is not shown again.
        </ShownOnce>
      </Drawer>
    )
  return (
    <FormDrawer
      id="add-webhook"
      tried={tried}
      title="Add a webhook"
      description="The address is told identifiers and amounts, no names."
      button="Add webhook"
      failed="The webhook was not added"
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label="Address"
        hint="Beginning with https://"
        type="url"
        maxLength={500}
        value={url}
        onChange={setUrl}
        error={shown['url']}
        data-autofocus
      />
      <CheckboxGroup
        legend="Tell of"
        labels={eventLabels}
        options={eventKinds}
        chosen={kinds}
        onChange={setKinds}
        error={shown['kinds']}
      />
    </FormDrawer>
  )
}
