import { updateEmployer, createEmployer } from '#contract/society/deductions.ts'
import { phoneFrom } from '#domain/phone.ts'
import { useAction } from '#web/api/use-action.ts'
import { FormDrawer, useTried } from '#web/ui/FormDrawer.tsx'
import { fieldsOf } from '#web/ui/Form.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { toast } from '#web/ui/toast.ts'
import { useEdits } from '#web/ui/use-edits.ts'
import type { Employer } from './api.ts'

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
  const create = useAction(createEmployer)
  const update = useAction(updateEmployer)
  const action = employer ? update : create
  const phone = values.contactPhone.trim() === '' ? null : phoneFrom(values.contactPhone)
  const problems = {
    ...(values.name.trim() === '' && { name: "Enter the employer's name" }),
    ...(values.code.trim() === '' && { code: 'Enter the code that the payroll knows you by' }),
    ...(phone === undefined && { contactPhone: 'Invalid phone number format' }),
  }
  const tried = useTried(action, problems)
  const { shown } = tried
  const set = (changes: Partial<typeof values>) => {
    edit(changes)
    if (action.error) action.reset()
  }
  function submit() {
    if (phone === undefined) return
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
  const field = fieldsOf(values, set, shown)
  return (
    <FormDrawer
      id="employer"
      tried={tried}
      title={employer ? `Edit ${employer.name}` : 'Add employer'}
      button={employer ? 'Save changes' : 'Add employer'}
      failed="This was not saved"
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label="Name"
        maxLength={120}
        placeholder="Ministry of Works"
        {...field('name')}

        data-autofocus
      />
      <TextField label="Payroll code" hint="What the payroll knows the society by" maxLength={40} {...field('code')} />
      <TextField label="Contact" optional maxLength={120} {...field('contactName')} />
      <TextField label="Phone" optional type="tel" inputMode="tel" {...field('contactPhone')} />
      <TextField label="Email" optional type="email" inputMode="email" {...field('contactEmail')} />
    </FormDrawer>
  )
}
