import { useState } from 'react'
import { makeApiKey } from '#features/access/api-keys/contract.ts'
import { keyDays, scopeLabels, usualKeyDays } from '#features/access/api-keys/rules/api-key.ts'
import { type KeyScope, keyScopes } from '#core/key-scope.ts'
import { useAction } from '#ui/api/use-action.ts'
import { Button } from '#ui/Button.tsx'
import { CheckboxGroup } from '#ui/CheckboxGroup.tsx'
import { FormDrawer, useTried } from '#ui/FormDrawer.tsx'
import { Drawer } from '#ui/Dialog.tsx'
import { Select } from '#ui/Select.tsx'
import { ShownOnce } from '#ui/ShownOnce.tsx'
import { TextField } from '#ui/TextField.tsx'

/** Asks what a new key is for, and shows it once. */
export function MakeKeyDrawer({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState('')
  const [scopes, setScopes] = useState<readonly KeyScope[]>([])
  const [days, setDays] = useState(String(usualKeyDays))
  const make = useAction(makeApiKey)
  const problems = {
    ...(name.trim() === '' && { name: 'Give the key a name' }),
    ...(scopes.length === 0 && { scopes: 'Choose what the key may do' }),
  }
  const tried = useTried(make, problems)
  const { shown } = tried
  function submit() {
    const wanted = keyDays.find((each) => String(each) === days)
    make.mutate({ name: name.trim(), scopes: [...scopes], days: wanted })
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
    <FormDrawer
      id="make-key"
      tried={tried}
      title="Make an API key"
      description="A program with the key can do what you choose here. Your officers are told."
      button="Make key"
      failed="The key was not made"
      onSubmit={submit}
      onClose={onClose}
    >
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
    </FormDrawer>
  )
}
