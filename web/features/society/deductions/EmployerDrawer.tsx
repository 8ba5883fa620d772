import { useState } from 'react'
import { updateEmployer, createEmployer } from '#contract/society/deductions.ts'
import { phoneFrom } from '#domain/phone.ts'
import { useAction } from '#web/api/use-action.ts'
import { fieldErrors, sentence } from '#web/api/api-error.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Drawer } from '#web/ui/Dialog.tsx'
import { Form } from '#web/ui/Form.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { toast } from '#web/ui/toast.ts'
import { useEdits } from '#web/ui/use-edits.ts'
import { type Employer } from './api.ts'

/** The form of an employer, new or known. */
export function EmployerDrawer({
  employer,
  onClose,
  onSaved,
}: {
  employer?: Employer
  onClose: () => void
  onSaved: (employer: Employer) => void
}) {
  const { values, edit } = useEdits({
    name: employer?.name ?? '',
    code: employer?.code ?? '',
    contactName: employer?.contactName ?? '',
    contactPhone: employer?.contactPhone ?? '',
    contactEmail: employer?.contactEmail ?? '',
  })
  const [tries, setTries] = useState(0)
  const create = useAction(createEmployer)
  const update = useAction(updateEmployer)
  const action = employer ? update : create
  const refused = fieldErrors(action.error)
  const phone = values.contactPhone.trim() === '' ? null : phoneFrom(values.contactPhone)
  const problems = {
    ...(values.name.trim() === '' && { name: "Enter the employer's name" }),
    ...(values.code.trim() === '' && { code: 'Enter the code that the payroll knows you by' }),
    ...(phone === undefined && { contactPhone: 'Invalid phone number format' }),
  }
  const shown: Record<string, string> = { ...refused, ...(tries > 0 ? problems : {}) }
  const set = (changes: Partial<typeof values>) => {
    edit(changes)
    if (action.error) action.reset()
  }
  function submit() {
    setTries(tries + 1)
    if (Object.keys(problems).length > 0 || phone === undefined) return
    const onSuccess = (saved: Employer) => {
      toast.success(employer ? 'Employer saved' : `${saved.name} added`)
      onSaved(saved)
    }
    const fields = {
      name: values.name.trim(),
      code: values.code.trim(),
      contactName: values.contactName || null,
      contactPhone: phone,
      contactEmail: values.contactEmail || null,
    }
    if (employer) update.mutate({ employerId: employer.id, ...fields }, { onSuccess })
    else create.mutate(fields, { onSuccess })
  }
  return (
    <Drawer
      open
      onClose={onClose}
      title={employer ? `Edit ${employer.name}` : 'Add employer'}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" type="submit" form="employer" busy={action.isPending}>
            {employer ? 'Save changes' : 'Add employer'}
          </Button>
        </>
      }
    >
      <Form
        id="employer"
        className="stack"
        onSubmit={submit}
        problems={tries > 0 && Object.keys(problems).length > 0 ? tries : action.error}
      >
        {action.error && Object.keys(refused).length === 0 && (
          <Banner tone="danger" title="This was not saved">
            {sentence(action.error)}
          </Banner>
        )}
        <TextField
          label="Name"
          maxLength={120}
          placeholder="Ministry of Works"
          value={values.name}
          onChange={(name) => set({ name })}
          error={shown['name']}
          data-autofocus
        />
        <TextField
          label="Payroll code"
          hint="What the payroll knows the society by"
          maxLength={40}
          value={values.code}
          onChange={(code) => set({ code })}
          error={shown['code']}
        />
        <TextField
          label="Contact"
          optional
          maxLength={120}
          value={values.contactName}
          onChange={(contactName) => set({ contactName })}
          error={shown['contactName']}
        />
        <TextField
          label="Phone"
          optional
          type="tel"
          inputMode="tel"
          value={values.contactPhone}
          onChange={(contactPhone) => set({ contactPhone })}
          error={shown['contactPhone']}
        />
        <TextField
          label="Email"
          optional
          type="email"
          inputMode="email"
          value={values.contactEmail}
          onChange={(contactEmail) => set({ contactEmail })}
          error={shown['contactEmail']}
        />
      </Form>
    </Drawer>
  )
}
