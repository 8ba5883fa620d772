import { useState } from 'react'
import { addWebhook } from '#contract/access/webhooks.ts'
import { type EventKind, eventKinds, eventLabels } from '#domain/access/webhooks/webhook.ts'
import { fieldErrors } from '#web/api/api-error.ts'
import { useAction } from '#web/api/use-action.ts'
import { Button } from '#web/ui/Button.tsx'
import { CheckboxGroup } from '#web/ui/CheckboxGroup.tsx'
import { CancelOr, Drawer } from '#web/ui/Dialog.tsx'
import { Form } from '#web/ui/Form.tsx'
import { RefusedBanner } from '#web/ui/RefusedBanner.tsx'
import { ShownOnce } from '#web/ui/ShownOnce.tsx'
import { TextField } from '#web/ui/TextField.tsx'

/** Asks for an address and what it is told of, and shows the secret that signs deliveries once. */
export function AddWebhookDrawer({ onClose }: { onClose: () => void }) {
  const [url, setUrl] = useState('')
  const [kinds, setKinds] = useState<readonly EventKind[]>([])
  const [tries, setTries] = useState(0)
  const add = useAction(addWebhook)
  const problems = {
    ...(url.trim() === '' && { url: 'Enter the address' }),
    ...(kinds.length === 0 && { kinds: 'Choose at least one event' }),
  }
  const wrong = Object.keys(problems).length > 0
  const refused = fieldErrors(add.error)
  const shown: Record<string, string | undefined> = { ...refused, ...(tries > 0 ? problems : {}) }
  function submit() {
    setTries(tries + 1)
    if (!wrong) add.mutate({ url: url.trim(), kinds: [...kinds] })
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
    <Drawer
      open
      onClose={onClose}
      title="Add a webhook"
      description="The address is told identifiers and amounts, no names."
      actions={
        <CancelOr onCancel={onClose} look="primary" type="submit" form="add-webhook" busy={add.isPending}>
          Add webhook
        </CancelOr>
      }
    >
      <Form id="add-webhook" className="stack" onSubmit={submit} problems={tries > 0 && wrong ? tries : add.error}>
        {add.error && !refused['url'] && <RefusedBanner error={add.error} title="The webhook was not added" />}
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
      </Form>
    </Drawer>
  )
}
