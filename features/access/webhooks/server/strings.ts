export const addedAWebhookIsTold = '{name} added a webhook: {host} is told of what is posted.'
export const theWebhookToTookNothing =
  'The webhook to {host} took nothing for three days and was switched off. Repair its receiver, then switch it on again.'
export const tookOverTheWebhook = '{name} took over the webhook to {host}, which {madeBy} had added.'
export const endedWithTheirOffice =
  '{name} is not an admin any more. What they set up has ended: {what}. Take over what the society still uses, and make new keys for it.'
export const webhooksTo = 'the webhooks to {hosts}'
export const apiKeysNamed = 'the API keys {names}'
