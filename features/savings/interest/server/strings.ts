export const interestCredited = '{amount} interest on {name} for the period to {to} is on your account.'
