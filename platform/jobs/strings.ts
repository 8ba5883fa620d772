export const howBooksEnded =
  'On {day} the books of {coopId} ended with entry No. {lastEntry}, whose hash is {hash}. It was signed with the key {fingerprint}. Keep this e-mail: if somebody changes an entry up to this one, or removes it, its hash is another, and the check of the books names it. You get this once a week.'
export const howBooksEndedSubject = '{coopId}: how your books ended on {day}'
export const trialEnded = 'The free trial of {name} ended on {day}. Extend it or choose a plan.'
