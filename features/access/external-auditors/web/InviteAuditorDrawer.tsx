import { useState } from 'react'
import { inviteExternalAuditor } from '#features/access/external-auditors/contract.ts'
import { lastAuditDay } from '#features/access/login/rules/external-auditor.ts'
import { isDay } from '#core/calendar.ts'
import { phoneFrom } from '#core/phone.ts'
import { useAction } from '#ui/api/use-action.ts'
import { DateField } from '#ui/DateField.tsx'
import { FormDrawer, useTried } from '#ui/FormDrawer.tsx'
import { todayInLagos } from '#ui/format.ts'
import { TextField } from '#ui/TextField.tsx'
import { toastThen } from '#ui/toast.ts'

/** Asks who audits and until when; the code goes to the auditor alone. */
export function InviteAuditorDrawer({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState('')
  const [phone, setPhone] = useState('')
  const [email, setEmail] = useState('')
  const [endsOn, setEndsOn] = useState('')
  const invite = useAction(inviteExternalAuditor)
  const today = todayInLagos()
  const own = phoneFrom(phone.trim())
  const problems = {
    ...(name.trim() === '' && { name: 'Enter the name of the auditor' }),
    ...(phone.trim() === '' && email.trim() === '' && { phone: 'Enter a phone number or an email address' }),
    ...(phone.trim() !== '' && !own && { phone: 'Enter a Nigerian mobile number, such as 0803 123 4567' }),
    ...(!isDay(endsOn) && { endsOn: 'Give the last day of the audit' }),
  }
  const tried = useTried(invite, problems)
  const { shown } = tried
  function submit() {
    if (!isDay(endsOn)) return
    invite.mutate(
      { name: name.trim(), phone: own ?? null, email: email.trim() || null, endsOn },
      toastThen(`${name.trim()} is invited`, onClose),
    )
  }
  return (
    <FormDrawer
      id="invite-auditor"
      tried={tried}
      title="Invite an external auditor"
      description="They receive a code to set a password, and their login ends after the last day. Your officers are told."
      button="Invite"
      failed="The auditor was not invited"
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label="Name"
        hint="The person, not the firm: the audit trail names them"
        maxLength={80}
        value={name}
        onChange={setName}
        error={shown['name']}
        data-autofocus
      />
      <TextField
        label="Phone"
        hint="Enter a phone number, an email address or both"
        type="tel"
        inputMode="tel"
        value={phone}
        onChange={setPhone}
        error={shown['phone']}
      />
      <TextField label="Email" type="email" value={email} onChange={setEmail} error={shown['email']} />
      <DateField
        label="Last day of the audit"
        min={today}
        max={lastAuditDay(today)}
        value={endsOn}
        onChange={setEndsOn}
        hint="At most 12 months ahead"
        error={shown['endsOn']}
      />
    </FormDrawer>
  )
}
