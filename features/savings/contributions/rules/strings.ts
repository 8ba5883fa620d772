export const broughtForwardTo = 'Brought forward to {period}'
export const contributionFor = 'Contribution for {period}'
export const yourContributionOfForWas = 'Your contribution of {amount} for {period} was recorded.'
