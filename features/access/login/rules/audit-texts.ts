import { oneSms } from '#features/access/messages/rules/one-sms.ts'
import { type Day, dayText } from '#core/calendar.ts'
import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'

type Invited = { society: string; name: string; endsOn: Day; number: string; code: string; publicUrl: string }

const addressOf = ({ publicUrl, number }: Invited, withNumber: boolean) =>
  `${publicUrl.replace(/\/$/, '')}/forgot-password?activate=audit${withNumber ? `&identifier=${encodeURIComponent(number)}` : ''}`

/** What an external auditor is sent: until when they look, what they log in with, and where they set a password. */
export const auditTexts = {
  bySms: (of: Invited) =>
    oneSms((short) =>
      fill(strings.auditInvitationBySms, {
        ...{ number: of.number, code: of.code, endsOn: dayText(of.endsOn) },
        society: short(of.society),
        address: addressOf(of, false),
      }),
    ),
  byEmail: (of: Invited) =>
    fill(strings.auditInvitationByEmail, {
      ...{ name: of.name, society: of.society, number: of.number, code: of.code, endsOn: dayText(of.endsOn) },
      address: addressOf(of, true),
    }),
}
