export const addedAWebhookIsTold = '{name} added a webhook: {host} is told of what is posted.'
export const theWebhookToTookNothing =
  'The webhook to {host} took nothing for three days and was switched off. Repair its receiver, then switch it on again.'
