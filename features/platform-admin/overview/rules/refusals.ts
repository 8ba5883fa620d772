import { refusal } from '#core/refusal.ts'

export const trialNotBegun = refusal(
  'trial_not_begun',
  409,
  'The trial begins when the cooperative is approved. Approve it first.',
)
export const trialEndWrong = refusal('trial_end_wrong', 422, 'Choose a day from today to a year ahead.')
export const planUnchanged = refusal(
  'plan_unchanged',
  409,
  'This is the plan already. Change the plan or the end of the trial.',
)
