export const noPasskeyWasGivenIt =
  'No passkey was given. It was cancelled, it took too long, or this device has none for this address.'
export const unableToConnectToThe =
  'Unable to connect to the server. This might be due to network issues or server configuration. Please try again later.'
export const noAnswerFromTheServer =
  'No answer from the server. It may or may not have been recorded. Press the button again as it is: nothing is recorded twice.'
export const whatYouSentFirstWas =
  'What you sent first was recorded, without what you changed since. Check it before you send anything more.'
export const requestTimeoutPleaseCheckYour = 'Request timeout. Please check your internet connection and try again.'
export const somethingWentWrongPleaseTry = 'Something went wrong. Please try again.'
export const httpError = 'HTTP Error: {status}'
export const bearerToken = 'Bearer {token}'
export const theSignInWasCancelled = 'The sign-in was cancelled. Nothing was changed.'
export const thisSignInWasUsed = 'This sign-in was used or took too long. Please start it again.'
export const theSignInDidNot = 'The sign-in did not work. Please start it again.'
export const anotherWebsiteTriedToSign = 'Another website tried to sign you in. If you want to sign in, start here.'
export const noOneAnsweredTherePlease =
  'No one answered there. Please try again in a few minutes, or use your password.'
export const chooseAFileOfAt = 'Choose a file of at most {limit} MB.'
export const idempotencyKey = 'Idempotency-Key'
export const authorization = 'Authorization'
