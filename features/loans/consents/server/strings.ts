export const addedTheFormThatSigned =
  '{officer} added the form that {guarantor} signed as guarantor of the {loan} loan of {principal} for {borrower}. Another officer has to confirm it.'
export const asksYouToGuaranteeA =
  '{borrower} asks you to guarantee a {loan} loan of {principal} at {society}. Read the terms and answer by {by}: {url}'
export const declinedTheFormThatSigned =
  '{officer} declined the form that {guarantor} signed as guarantor of the {loan} loan for {borrower}. Reason: {reason}'
export const confirmedYourSignedForm =
  '{officer} confirmed your signed form: you guarantee the {loan} loan of {principal} for {borrower}.'
export const ofYourSavingsIsPledged = '{held} of your savings is pledged.'
