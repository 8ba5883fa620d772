export const changedWhoWorksInThe = '{name} changed who works in the admin area. {description}.'
export const officeOf = 'Office of {firstName} {lastName}: {before} → {after}'
export const whoHasNoPhone = 'who has no phone'
export const whoVotes = 'who is a voter or candidate in “{vote}”'
export const newActivationCodeFor = 'New activation code for {firstName} {lastName}, {office}'
export const noPhone = 'no phone'
export const none = 'none'
export const officeUntil = '{role} until {endsOn}'
export const phoneOf = 'Phone of {name}: {before} → {after}'
export const phoneOfIsShared = 'Phone of {name}: {before} → {after} (shared)'
export const statusOf = 'Status of {name}, {role}: {before} → {after}'
export const changedThePhoneOfFrom = '{by} changed the phone of {name} from {before} to {after}.'
export const registerAs = 'Register {firstName} {lastName}, {phone}, as {role}'
export const loanPaidOut = '{loan} loan paid out'
export const loanRepaid = 'Repayment of your {loan} loan'
export const loanOfOldBooks = '{loan} loan from the old books'
export const and = ' and '
export const sawInPerson =
  'The portal of {firstName} {lastName}, {membershipno}, activated {when}, was opened by the member, whom you have seen in person'
export const notYet = 'not yet'
export const nameOfOfficer = 'Name of {name}, {role} → {after}'
export const asksToChangeYourPhone =
  '{by} asked to move the login of {name}, {membershipno}, to another phone. If this is wrong, call another officer of your cooperative at once.'
export const asksToChangeYourName =
  '{by} asked to change the name of {name}, {membershipno}. If this is wrong, call another officer of your cooperative at once.'
export const asksToChangeYourStatus =
  '{by} asked to change the status of {name}, {membershipno}. If this is wrong, call another officer of your cooperative at once.'
export const asksToChangeYourOffice =
  '{by} asked to change the office of {name}, {membershipno}. If this is wrong, call another officer of your cooperative at once.'
export const asksToRemoveYou =
  '{by} asked to remove {name}, {membershipno}. If this is wrong, call another officer of your cooperative at once.'
export const asksForYourNewCode =
  '{by} asked for a new activation code of {name}, {membershipno}. If this is wrong, call another officer of your cooperative at once.'
export const emailMoved =
  '{by} changed the email address of {name}, member {membershipno}, from this one to another. If you did not ask for this, call your cooperative.'
export const madeInactive =
  'Your membership was set to inactive, so your office gives you no access. If this is wrong, speak to another officer.'
export const remove = 'Remove {firstName} {lastName}, {office}'
export const removedYou =
  'You were removed from the register of members, and your office has ended. If this is wrong, speak to another officer.'
export const yourEmailAddress = 'Your email address'
export const nomineeOfLate = 'First nominee of {name}, whose death is reported: {was} → {nominee}'
export const membershipHasEnded = 'The membership has ended.'
