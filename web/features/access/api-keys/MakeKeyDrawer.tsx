import { useState } from 'react'
import { makeApiKey } from '#contract/access/api-keys.ts'
import { keyDays, scopeLabels, usualKeyDays } from '#domain/access/api-keys/api-key.ts'
import { type KeyScope, keyScopes } from '#domain/access/api-keys/key-scope.ts'
import { fieldErrors } from '#web/api/api-error.ts'
import { useAction } from '#web/api/use-action.ts'
import { Button } from '#web/ui/Button.tsx'
import { CheckboxGroup } from '#web/ui/CheckboxGroup.tsx'
import { CancelOr, Drawer } from '#web/ui/Dialog.tsx'
import { Form } from '#web/ui/Form.tsx'
import { RefusedBanner } from '#web/ui/RefusedBanner.tsx'
import { Select } from '#web/ui/Select.tsx'
import { ShownOnce } from '#web/ui/ShownOnce.tsx'
import { TextField } from '#web/ui/TextField.tsx'

/** Asks what a new key is for, and shows it once. */
export function MakeKeyDrawer({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState('')
  const [scopes, setScopes] = useState<readonly KeyScope[]>([])
  const [days, setDays] = useState(String(usualKeyDays))
  const [tries, setTries] = useState(0)
  const make = useAction(makeApiKey)
  const problems = {
    ...(name.trim() === '' && { name: 'Give the key a name' }),
    ...(scopes.length === 0 && { scopes: 'Choose what the key may do' }),
  }
  const wrong = Object.keys(problems).length > 0
  const shown: Record<string, string | undefined> = { ...fieldErrors(make.error), ...(tries > 0 ? problems : {}) }
  function submit() {
    setTries(tries + 1)
    const wanted = keyDays.find((each) => String(each) === days)
    if (!wrong) make.mutate({ name: name.trim(), scopes: [...scopes], days: wanted })
  }
  if (make.data)
    return (
      <Drawer open title="API key made" actions={<Button onClick={onClose}>Done</Button>}>
        <ShownOnce title={`The key ${make.data.name}`} secret={make.data.key}>
          Keep it where only your program reads it. It is not shown again.
        </ShownOnce>
      </Drawer>
    )
  return (
    <Drawer
      open
      onClose={onClose}
      title="Make an API key"
      description="A program with the key can do what you choose here. Your officers are told."
      actions={
        <CancelOr onCancel={onClose} look="primary" type="submit" form="make-key" busy={make.isPending}>
          Make key
        </CancelOr>
      }
    >
      <Form id="make-key" className="stack" onSubmit={submit} problems={tries > 0 && wrong ? tries : make.error}>
        {make.error && <RefusedBanner error={make.error} title="The key was not made" />}
        <TextField
          label="Name"
          hint="The program that uses it"
          maxLength={60}
          value={name}
          onChange={setName}
          error={shown['name']}
          data-autofocus
        />
        <CheckboxGroup
          legend="The key may"
          labels={scopeLabels}
          options={keyScopes}
          chosen={scopes}
          onChange={setScopes}
          error={shown['scopes']}
        />
        <Select
          label="Ends after"
          value={days}
          onChange={setDays}
          options={keyDays.map((each) => ({ value: String(each), label: `${each} days` }))}
        />
      </Form>
    </Drawer>
  )
}
