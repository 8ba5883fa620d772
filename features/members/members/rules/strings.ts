export const loginMovedToAnother =
  'Ajose: {by} moved the login of {member}, member {membershipno}, from this phone to another. If you did not ask for this, call your cooperative.'
export const loginMovedAway =
  'Ajose: {by} moved the login of {member}, member {membershipno}, away from this phone. If you did not ask for this, call your cooperative.'
export const codeOfNumber =
  '{society}: {firstName}, log in as {membershipno}. Code {code}, for 14 days. Set a password: {address}'
export const codeOfPhone =
  '{society}: this phone is now the login of {membershipno}. Code {code}, for 14 days. Set a password: {address}'
export const newCode =
  '{society}: {firstName}, new code {code} for {membershipno}, for 14 days. Set a password: {address}'
export const bankChanged =
  'Ajose: {by} changed the bank account of member {membershipno} to {bank} ...{accountEnd}. If you did not ask for this, call your cooperative now.'
export const welcome =
  '{society}: welcome {firstName}, member {membershipno}. Code {code}, for 14 days. Set a password: {address}'
export const welcomeByNumber =
  '{society}: welcome {firstName}, log in as {membershipno}. Code {code}, for 14 days. Set a password: {address}'
export const active = 'Active'
export const inactive = 'Inactive'
export const left = 'Left'
export const deceased = 'Deceased'
export const nomineesChanged =
  'Ajose: {by} changed the nominees of member {membershipno}. If you did not ask for this, call your cooperative now.'
