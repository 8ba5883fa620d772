import { useQuery } from '@tanstack/react-query'
import { updateSupportContact } from '#features/platform-admin/overview/support-contact-change.ts'
import { getSupportContact } from '#features/platform-admin/overview/support-contact.ts'
import type { Phone } from '#core/phone.ts'
import { useAction } from '#ui/api/use-action.ts'
import { fieldErrors } from '#ui/api/api-error.ts'
import { query } from '#ui/api/query.ts'
import { CancelOr, Drawer } from '#ui/Dialog.tsx'
import { Form } from '#ui/Form.tsx'
import { LoadProblem } from '#ui/LoadProblem.tsx'
import { RefusedBanner } from '#ui/RefusedBanner.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import { TextField } from '#ui/TextField.tsx'
import { toastThen } from '#ui/toast.ts'
import { useEdits } from '#ui/use-edits.ts'

const form = 'support-contact'
const nothing = { email: '', phone: '', whatsapp: '' }

/** Where people reach those who run this installation: on the public pages, and in the app of a society that waits. */
export function SupportContactDrawer({ onClose }: { onClose: () => void }) {
  const asked = useQuery(query(getSupportContact, {}))
  const { email, phone, whatsapp, isSample = false } = asked.data ?? {}
  // The sample ones reach no one, so the fields begin empty.
  const { values, edit } = useEdits(
    !isSample && email !== undefined && phone !== undefined && whatsapp !== undefined
      ? { email, phone: String(phone), whatsapp: String(whatsapp) }
      : nothing,
  )
  const update = useAction(updateSupportContact)
  const errors = fieldErrors(update.error)
  const field = (name: keyof typeof nothing) => ({
    name,
    value: values[name],
    error: errors[name],
    onChange: (text: string) => {
      edit({ [name]: text })
      if (update.error) update.reset()
    },
  })
  function save() {
    update.mutate(
      { email: values.email, phone: values.phone as Phone, whatsapp: values.whatsapp as Phone },
      toastThen('Contact details changed', onClose),
    )
  }
  return (
    <Drawer
      open
      onClose={onClose}
      title="Contact details"
      actions={
        <CancelOr onCancel={onClose} type="submit" form={form} busy={update.isPending} disabled={!asked.data}>
          Save
        </CancelOr>
      }
    >
      {asked.isError ? (
        <LoadProblem title="Failed to load the contact details" of={asked} />
      ) : !asked.data ? (
        <SkeletonLines lines={6} />
      ) : (
        <Form id={form} className="stack" onSubmit={save} problems={update.error}>
          <p className="muted">
            {isSample
              ? 'The public pages show a sample address and number until you enter yours.'
              : 'Shown on the public pages and to societies that wait for verification.'}
          </p>
          {update.error && Object.keys(errors).length === 0 && (
            <RefusedBanner error={update.error} title="The contact details were not changed" />
          )}
          <TextField
            label="Email"
            type="email"
            inputMode="email"
            autoComplete="email"
            hint="Messages of the contact page are sent here"
            {...field('email')}
          />
          <TextField label="Support phone" type="tel" inputMode="tel" autoComplete="tel" {...field('phone')} />
          <TextField
            label="WhatsApp number"
            type="tel"
            inputMode="tel"
            hint="The chat that opens from the public pages"
            {...field('whatsapp')}
          />
        </Form>
      )}
    </Drawer>
  )
}
