export const asksForAChangeAnother = '{name} asks for a change: {description}. Another officer approves or rejects it.'
export const rejectedWhatAskedForReason = '{name} rejected what {askedBy} asked for: {description}. Reason: {reason}'
export const tookBackWhatTheyAsked = '{name} took back what they asked for: {description}. Reason: {reason}'
