export const ajoseIsRegisteredYourCooperative =
  'Ajose: {name} is registered. Your Cooperative ID is {coopId}. We review your details in 1-3 business days.'
export const isVerifiedYouCanLog = '{name} is verified. You can log in and add your members.'
export const nowUsesAjoseFreeOf = '{name} now uses Ajose free of charge.'
export const isNowOnTheStandard = '{name} is now on the standard plan.'
export const beginsAFreeTrialWhen = '{name} begins a free trial when it is approved.'
export const theFreeTrialOfNow = 'The free trial of {name} now runs until {trialEndsOn}.'
export const toVerifyWeNeedMore = 'To verify {name} we need more from you: {message} Log in to upload it.'
export const isOpenAgain = '{name} is open again. You can log in.'
export const isOpenAgainBecause = '{name} is open again. Reason: {reason} You can log in.'
export const isSuspended =
  '{name} is suspended. Contact support to reopen it. You can still download your books on the login page.'
export const isSuspendedBecause =
  '{name} is suspended. Reason: {reason} Contact support to reopen it. You can still download your books on the login page.'
export const wasNotApproved = '{name} was not approved. Contact support to appeal.'
export const wasNotApprovedBecause = '{name} was not approved. Reason: {reason} Contact support to appeal.'
