export const passwordChanged =
  'Ajose: your password was changed and your other sessions were ended. If this was not you, reset your password at once.'
export const passwordChangedOf =
  'Ajose: {name}, your password was changed and your other sessions were ended. If this was not you, reset your password at once.'
export const passwordReset =
  'Ajose: your password was changed and every session was ended. If this was not you, call your cooperative at once.'
export const passwordResetOf =
  'Ajose: {name}, your password was changed and every session was ended. If this was not you, call your cooperative at once.'
export const twoStepsOn =
  'Ajose: two-step verification is on for your login. Your other sessions were ended. If this was not you, call your cooperative.'
export const twoStepsOnOf =
  'Ajose: {name}, two-step verification is on for your login. Your other sessions were ended. If this was not you, call your cooperative.'
export const twoStepsOff =
  'Ajose: two-step verification was turned off for your login. If this was not you, change your password at once.'
export const twoStepsOffOf =
  'Ajose: {name}, two-step verification was turned off for your login. If this was not you, change your password at once.'
export const authenticatorRemoved =
  'Ajose: the authenticator app was removed from your login. If this was not you, change your password at once.'
export const authenticatorRemovedOf =
  'Ajose: {name}, the authenticator app was removed from your login. If this was not you, change your password at once.'
export const passkeyRemoved =
  'Ajose: a passkey was removed from your login. If this was not you, change your password at once.'
export const passkeyRemovedOf =
  'Ajose: {name}, a passkey was removed from your login. If this was not you, change your password at once.'
export const authenticatorAdded =
  'Ajose: an authenticator app was added to your login. If this was not you, change your password and remove it in Settings.'
export const authenticatorAddedOf =
  'Ajose: {name}, an authenticator app was added to your login. If this was not you, change your password and remove it in Settings.'
export const passkeyAdded =
  'Ajose: a passkey was added to your login. If this was not you, change your password and remove it in Settings.'
export const passkeyAddedOf =
  'Ajose: {name}, a passkey was added to your login. If this was not you, change your password and remove it in Settings.'
export const identityLinked =
  'Ajose: {person} of {provider} can now sign in to your account. Not you? Change your password and unlink it.'
export const identityLinkedOf =
  'Ajose: {name}, {person} of {provider} can now sign in to your account. Not you? Change your password and unlink it.'
export const portalOpened =
  '{society}: the member portal of {name}, {membershipno}, was opened. If this was not you, call your cooperative at once.'
export const proofCode =
  'Ajose: {code} is the code to confirm the member login of {name}. It works for 10 minutes. Share it with no one.'
export const resetCodeOfMember =
  'Ajose: {code} is the code to set a new password for the member login of {name}. It works for 10 minutes. Share it with no one.'
export const resetCodeOfCooperative =
  'Ajose: {code} is the code to set a new password for the cooperative login of {name}. It works for 10 minutes. Share it with no one.'
export const resetCodeOfAuditor =
  'Ajose: {code} is the code to set a new password for the auditor login of {name}. It works for 10 minutes. Share it with no one.'
export const auditInvitationBySms =
  '{society}: audit access until {endsOn}. Login {number}, code {code}. Set a password: {address}'
export const auditInvitationByEmail =
  '{name}, {society} has invited you as its external auditor until {endsOn}. You read its books and registers and change nothing.\n\nYou log in with {number}. Your code is {code}. Set your password here: {address}\n\nThe code works for 14 days.'
export const auditInvitation = 'External auditor of {society}'
export const yourLogin = 'Your Ajose login'
