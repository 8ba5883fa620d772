import { oneSms } from '#features/access/messages/rules/one-sms.ts'
import { t } from '#core/sentence.ts'

/** What a former member is told by SMS and email of a letter that an officer recorded in their name. */
export const erasureTexts = {
  letterRecorded: (by: string, name: string, membershipno: string) =>
    oneSms((short) =>
      t(
        'Ajose: {by} recorded a letter to erase the data of {name}, {membershipno}. If you did not write it, call your cooperative now.',
        { by: short(by), name: short(name), membershipno },
      ),
    ),
}
