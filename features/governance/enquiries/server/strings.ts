export const yourOfficersAnsweredYour = 'Your officers answered your {kind} “{subject}”.'
export const receivedItWaitsForAn = '{kind} received. It waits for an answer.'
export const messagesWithoutAName =
  'A message without a name was received. It waits for an answer.|{count} messages without a name were received. They wait for an answer.'
export const severalMessages = 'Several messages of members or auditors were received. They wait for an answer.'
