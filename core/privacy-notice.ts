import * as strings from './strings.ts'
/** What a member is shown before they set their first password; a new wording gets a new version, and each version is kept as it was agreed to. */
export const noticeVersion = '2026-11'

export const notice: readonly { title: string; text: string }[] = [
  { title: strings.whatIsKept, text: strings.yourNamePhoneAddressDate },
  { title: strings.why, text: strings.cooperativeLawAsksYourSociety },
  { title: strings.whoSeesIt, text: strings.youAndTheOfficersOf },
  { title: strings.yourRights, text: strings.inYourSettingsYouCan },
]

/** How an officer can answer who can't be erased yet. */
export const erasureRefusals = [
  strings.thereIsStillMoneyOn,
  strings.aLoanOfYoursIs,
  strings.yourSavingsArePledgedFor,
  strings.theLawMakesTheSociety,
] as const

export const erasureStatuses = ['pending', 'refused', 'carried_out'] as const
