import { oneSms } from '#domain/access/messages/one-sms.ts'
import { fill } from '#domain/fill.ts'
import * as strings from './strings.ts'

/** What a member is told by SMS and email of a leaving that an officer starts. */
export const leavingTexts = {
  deathReported: (by: string, name: string, membershipno: string) =>
    oneSms((short) => fill(strings.deathReported, { by: short(by), name: short(name), membershipno })),
}
