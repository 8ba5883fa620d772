/** What a screen says wherever an SMS or an email is written: it is true with a provider and without. */
export const messagesAreSaved =
  'Where no SMS or email provider is set up on the server, messages are saved there and reach no phone or mailbox.'
