import { createEmployer, updateEmployer } from '#features/payroll/employers/contract.ts'
import { ActionForm, fieldsFor } from '#ui/ActionForm.tsx'
import type { Employer } from './api.ts'

const f = fieldsFor<typeof createEmployer>()

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
  return (
    <ActionForm
      endpoint={employer ? updateEmployer : createEmployer}
      given={employer ? { employerId: employer.id } : {}}
      held={employer}
      title={employer ? `Edit ${employer.name}` : 'Add employer'}
      button={employer ? 'Save changes' : 'Add employer'}
      failed="This was not saved"
      says={(saved) => (employer ? 'Employer saved' : `${saved.name} added`)}
      onDone={onSaved}
      onClose={onClose}
    >
      <f.Text name="name" label="Name" maxLength={120} placeholder="Ministry of Works" data-autofocus />
      <f.Text name="code" label="Payroll code" hint="What the payroll knows the society by" maxLength={40} />
      <f.Text name="contactName" label="Contact" optional maxLength={120} />
      <f.Text name="contactPhone" label="Phone" optional type="tel" inputMode="tel" />
      <f.Text name="contactEmail" label="Email" optional type="email" inputMode="email" />
    </ActionForm>
  )
}
